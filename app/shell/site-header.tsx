import { LanguageSelect } from '../features/i18n/language-select.tsx'
import { LIVE_NPC_PATH } from '../features/npcs/contract.ts'
import { OnlineBadge } from '../features/presence/online-badge.tsx'
import { useSite } from '../use-site.ts'
import { Logo } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useShellMessages } from './use-messages.ts'

const SECTIONS = ['npcs', 'onboarding', 'about'] as const

/** Fits beside everything else in the header of a phone. */
const MAX_SHORT_NAME = 11

/** The section of the home page that each of the other pages continues. */
const SECTION_OF_PAGE: Record<string, (typeof SECTIONS)[number]> = {
  [LIVE_NPC_PATH]: 'npcs',
  '/onboarding': 'onboarding',
}

/** The smallest sizes go by the width of the header: a scrollbar may take part of the screen's. */
export function SiteHeader({ path }: { path: string | undefined }) {
  const words = useShellMessages()
  const { name } = useSite()
  const isLong = name.length > MAX_SHORT_NAME
  const isHome = path === '/'
  return (
    <header className="@container sticky top-0 z-20 border-line border-b bg-paper">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:gap-3">
        <a
          href="/"
          aria-label={words.home}
          aria-current={isHome ? 'page' : undefined}
          className={`flex min-h-11 ${isLong ? 'min-w-0' : 'shrink-0'} items-center gap-2 font-bold font-display @max-[389px]:text-sm sm:text-lg`}
        >
          <Logo className="size-9 shrink-0" />
          <span className={`${isLong ? 'truncate' : 'whitespace-nowrap'} @max-[359px]:sr-only`}>{name}</span>
        </a>
        <nav aria-label={words.sections} className="mx-auto hidden h-full md:flex lg:gap-2">
          {SECTIONS.map((section) => (
            <a
              key={section}
              href={isHome ? `#${section}` : `/#${section}`}
              aria-current={path !== undefined && SECTION_OF_PAGE[path] === section ? 'true' : undefined}
              className="flex items-center whitespace-nowrap border-quest-text px-2.5 font-semibold text-muted text-sm hover:text-text aria-[current]:border-b-2 aria-[current]:pt-0.5 aria-[current]:text-text lg:px-3"
            >
              {words[section]}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 md:ml-0">
          <OnlineBadge />
          <LanguageSelect label={words.language} failure={words.languageFailed} />
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}
