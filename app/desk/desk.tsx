import { useSyncExternalStore } from 'react'
import { JOIN_PATH, type Member } from '../features/members/contract.ts'
import { sendJson } from '../platform/browser/api-client.ts'
import { isDark, subscribeTheme, toggleTheme } from '../shell/theme.ts'
import { actionStyle } from '../ui/action-style.ts'
import { ProblemLine } from './parts/problem-line.tsx'
import { RemoteContent } from './parts/remote-content.tsx'
import { useAction } from './parts/use-action.ts'
import { useRemote } from './parts/use-remote.ts'
import { Join } from './people/join.tsx'
import { SignIn } from './people/sign-in.tsx'
import { sectionsFor } from './sections.tsx'
import { words } from './words.ts'

export function Desk() {
  const [me, reload] = useRemote<{ member: Member | null }>('/api/me')
  if (location.pathname === JOIN_PATH) return <Frame content={<Join />} />
  return (
    <RemoteContent remote={me} onRetry={reload}>
      {({ member }) =>
        member === null ? (
          <Frame content={<SignIn onSignedIn={reload} />} />
        ) : (
          <Frame member={member} content={<CurrentPage member={member} />} />
        )
      }
    </RemoteContent>
  )
}

function CurrentPage({ member }: { member: Member }) {
  const sections = sectionsFor(member)
  const section = sections.find(({ path }) => path === location.pathname)
  if (section === undefined) return <p>{words.notForYou}</p>
  return <section.Page member={member} sections={sections} />
}

function Frame({ member, content }: { member?: Member; content: React.ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-3xl flex-col gap-6 px-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-bold font-display text-2xl">{words.title}</h1>
        <div className="flex items-center gap-3">
          <ThemeButton />
          {member && <SignOutButton />}
        </div>
      </header>
      {member && (
        <nav aria-label={words.menu}>
          <ul className="flex flex-wrap gap-2">
            {sectionsFor(member).map(({ path, title }) => (
              <li key={path}>
                <a
                  href={path}
                  aria-current={path === location.pathname ? 'page' : undefined}
                  className={`${actionStyle.quiet} aria-[current=page]:border-quest-text`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main>{content}</main>
    </div>
  )
}

function ThemeButton() {
  const isNowDark = useSyncExternalStore(subscribeTheme, isDark)
  return (
    <button type="button" className={actionStyle.quiet} onClick={toggleTheme}>
      {isNowDark ? words.toLight : words.toDark}
    </button>
  )
}

function SignOutButton() {
  const { run, isRunning, problem } = useAction()
  return (
    <>
      <ProblemLine problem={problem} />
      <button
        type="button"
        className={actionStyle.quiet}
        aria-disabled={isRunning}
        onClick={() =>
          run(async () => {
            await sendJson('POST', '/api/sign-out')
            location.replace('/')
          })
        }
      >
        {words.signOut}
      </button>
    </>
  )
}
