import { Component, type ReactNode } from 'react'
import type { Words } from '../platform/browser/messages.tsx'
import { ErrorScreen } from './error-screen.tsx'
import type { errorInEnglish } from './error-words.ts'

type Props = { path: string | undefined; words: Words | undefined; children: ReactNode }
type State = { failure: { error: unknown } | undefined }

/** React has no boundary without a class. On the server it catches nothing: see `renderPage`. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { path, words, children } = this.props
    const { failure } = this.state
    if (failure === undefined) return children
    return (
      <ErrorScreen error={failure.error} path={path} words={words as typeof errorInEnglish | undefined} />
    )
  }
}
