import { useLayoutEffect } from 'react'
import { fill } from '../platform/browser/messages.tsx'
import { actionStyle } from '../ui/action-style.ts'
import { NightTown } from '../ui/night-town.tsx'
import { useSite } from '../use-site.ts'
import { errorInEnglish } from './error-words.ts'
import { Logo } from './logo.tsx'
import { restoreTheme } from './theme.ts'

type Props = { error: unknown; path: string | undefined; words: typeof errorInEnglish | undefined }

/** Depends on as little as possible, since any of it may be what broke. */
export function ErrorScreen({ error, path = '/', words = errorInEnglish }: Props) {
  const { name } = useSite()
  useLayoutEffect(restoreTheme, [])
  return (
    <>
      <title>{`${words.errorTitle} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="sticky top-0 z-20 border-line border-b bg-paper">
        <div className="mx-auto flex h-16 max-w-page items-center px-4">
          <a
            href="/"
            aria-label={fill(words.home, { site: name })}
            className="flex min-h-11 items-center gap-2 font-bold font-display sm:text-lg"
          >
            <Logo className="size-9 shrink-0" />
            {name}
          </a>
        </div>
      </header>
      <main className="mx-auto flex max-w-3xl flex-1 flex-col items-center gap-4 px-4 py-8 text-center">
        <NightTown className="mb-2 w-full rounded-3xl border border-line brightness-75" />
        <h1 className="text-balance font-bold text-3xl">{words.errorTitle}</h1>
        <p className="text-pretty text-muted">{words.errorLead}</p>
        <p className="flex flex-wrap justify-center gap-3">
          {/* A full page load recovers from more than a re-render would. */}
          <a href={path} className={actionStyle.primary}>
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
    </>
  )
}
