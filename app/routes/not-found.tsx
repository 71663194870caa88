import { data } from 'react-router'
import { NotFoundScreen } from '../shell/not-found-screen.tsx'
import type { Route } from './+types/not-found'

export function loader() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { notFound } = matches[0].loaderData.messages.shell
  return [{ title: `${notFound} · NPC Stream` }, { name: 'robots', content: 'noindex' }]
}

export default function NotFound() {
  return <NotFoundScreen />
}
