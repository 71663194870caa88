import { Link } from 'react-router'
import { LanguageSelect } from '../features/i18n/language-select.tsx'
import { OnlineBadge } from '../features/presence/online-badge.tsx'
import { site } from '../site.ts'
import { Logo } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useShellMessages } from './use-messages.ts'

const SECTIONS = ['npcs', 'onboarding', 'about'] as const

export function SiteHeader({ isHome }: { isHome: boolean }) {
  const words = useShellMessages()
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:gap-3">
        <Link
          to="/"
          aria-label={words.home}
          className="flex min-h-11 min-w-0 items-center gap-2 font-bold font-display max-[389px]:text-sm sm:text-lg"
        >
          <Logo className="size-9 shrink-0" />
          <span className="truncate max-[359px]:sr-only">{site.name}</span>
        </Link>
        <nav aria-label={words.sections} className="mx-auto hidden gap-1 lg:flex">
          {SECTIONS.map((section) => (
            <a
              key={section}
              href={isHome ? `#${section}` : `/#${section}`}
              className="flex min-h-11 items-center rounded-xl px-3 font-semibold text-muted text-sm hover:text-text"
            >
              {words[section]}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 lg:ml-0">
          <OnlineBadge />
          <LanguageSelect label={words.language} failure={words.languageFailed} />
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}
