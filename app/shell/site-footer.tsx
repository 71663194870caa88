import { DEFAULT_LANGUAGE } from '../features/i18n/contract.ts'
import { fill } from '../platform/browser/messages.tsx'
import { site } from '../site.ts'
import { useShellMessages } from './use-messages.ts'

export function SiteFooter() {
  const words = useShellMessages()
  return (
    <footer className="mt-20 border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-col items-center justify-between gap-2 px-4 py-6 text-center text-muted text-sm sm:flex-row sm:text-left">
        <p lang={DEFAULT_LANGUAGE}>{site.company}</p>
        <a
          href={site.social.url}
          rel="noopener"
          className="flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
        >
          {fill(words.followUs, { network: site.social.name })}
        </a>
      </div>
    </footer>
  )
}
