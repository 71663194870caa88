import { NotFoundScreen } from '../shell/not-found-screen.tsx'

export function NotFound() {
  return <NotFoundScreen />
}
