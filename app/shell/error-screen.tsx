import { useLocation } from 'react-router'
import { actionStyle } from '../ui/action-style.ts'
import { type ShellMessages, shellInEnglish } from './messages.ts'

type Props = { error: unknown; words: ShellMessages | undefined }

/** Stands alone: what it could lean on may be the thing that broke. */
export function ErrorScreen({ error, words = shellInEnglish }: Props) {
  const { pathname } = useLocation()
  return (
    <main className="mx-auto flex max-w-2xl flex-col items-center gap-4 px-4 py-24 text-center">
      <h1 className="font-bold text-3xl">Unexpected Application Error!</h1>
      <p className="text-muted">{words.errorLead}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {/* A full load heals more than a re-render would. */}
        <a href={pathname} className={actionStyle.primary}>
          {words.retry}
        </a>
        <a href="/" className={actionStyle.quiet}>
          {words.backHome}
        </a>
      </p>
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="w-full overflow-x-auto rounded-xl bg-surface p-4 text-left text-sm">
          {error.stack}
        </pre>
      )}
    </main>
  )
}
