import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { sendJson } from '../platform/browser/api-client.ts'
import { fill } from '../platform/browser/messages.tsx'
import { isDark, subscribeTheme, toggleTheme } from '../shell/theme.ts'
import { actionStyle } from '../ui/action-style.ts'
import { ProblemLine } from './parts/problem-line.tsx'
import { useAction } from './parts/use-action.ts'
import type { Section, SectionProps } from './section.ts'
import { words } from './words.ts'

type Props = {
  title: string
  signedIn?: SectionProps
  isWide?: boolean | undefined
  content: ReactNode
}

/** The menu is a row to scroll on a phone, and a column on a wide screen. */
export function Frame({ title, signedIn, isWide = false, content }: Props) {
  useEffect(() => {
    document.title = title === words.title ? title : fill(words.pageTitle, { page: title })
  }, [title])

  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-6 px-4 py-6 lg:flex-row lg:gap-10">
      <header className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:w-56 lg:shrink-0 lg:self-start lg:overflow-y-auto lg:p-2">
        <div className="flex items-center justify-between gap-3 lg:flex-col lg:items-start">
          <h1 className="min-w-0 font-bold font-display text-xl lg:text-2xl">{words.title}</h1>
          <div className="flex shrink-0 items-center gap-2">
            <ThemeButton />
            {signedIn && <SignOutButton />}
          </div>
        </div>
        {signedIn && <SignedInAs {...signedIn} />}
        {signedIn && <Menu sections={signedIn.sections} />}
      </header>
      <main className={`min-w-0 flex-1 ${isWide ? '' : 'lg:max-w-3xl'}`}>{content}</main>
    </div>
  )
}

function SignedInAs({ member: { name, role, npc_id } }: SectionProps) {
  return (
    <p className="break-words text-muted text-sm">
      <span>{fill(words.signedInAs, { name })}</span>{' '}
      {role === 'npc' && <span>{fill(words.asNpc, { npc: npc_id ?? '' })}</span>}
    </p>
  )
}

function Menu({ sections }: { sections: Section[] }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [])
  return (
    <nav aria-label={words.menu} className="-mx-4 lg:mx-0">
      <ul ref={list} className="flex gap-2 overflow-x-auto px-4 py-2 lg:flex-col lg:overflow-visible lg:px-0">
        {sections.map(({ path, title }) => (
          <li key={path} className="shrink-0">
            <a
              href={path}
              aria-current={path === location.pathname ? 'page' : undefined}
              className="inline-flex min-h-11 items-center whitespace-nowrap rounded-xl border border-line bg-surface px-4 font-semibold hover:border-muted aria-[current=page]:border-quest-text aria-[current=page]:text-quest-text aria-[current=page]:underline lg:flex lg:whitespace-normal lg:border-transparent lg:bg-transparent lg:aria-[current=page]:bg-surface"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ThemeButton() {
  const isNowDark = useSyncExternalStore(subscribeTheme, isDark)
  const Icon = isNowDark ? Sun : Moon
  const label = isNowDark ? words.toLight : words.toDark
  return (
    <button
      type="button"
      className={`${actionStyle.quiet} px-3`}
      aria-label={label}
      title={label}
      onClick={toggleTheme}
    >
      <Icon aria-hidden="true" className="size-5" />
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
