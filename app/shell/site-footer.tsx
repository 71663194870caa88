import { ArrowUpRight } from 'lucide-react'
import { DEFAULT_LANGUAGE } from '../features/i18n/contract.ts'
import { fill } from '../platform/browser/messages.tsx'
import { useSite } from '../use-site.ts'
import { useShellMessages } from './use-messages.ts'

export function SiteFooter() {
  const words = useShellMessages()
  const { company, social } = useSite()
  return (
    <footer className="mt-12 border-line border-t">
      <div className="mx-auto flex max-w-page flex-col items-center gap-2 px-4 py-6 text-center text-muted text-sm sm:flex-row sm:text-left">
        <p lang={DEFAULT_LANGUAGE} className="min-w-0 text-balance">
          {company}
        </p>
        <a
          href={social.url}
          rel="noopener"
          className="group flex min-h-11 items-center gap-1 font-semibold text-text underline underline-offset-4 sm:ml-auto sm:shrink-0"
        >
          {fill(words.followUs, { network: social.name })}
          <ArrowUpRight
            aria-hidden="true"
            className="size-4 motion-safe:transition-transform motion-safe:group-hover:-translate-y-0.5"
          />
        </a>
      </div>
    </footer>
  )
}
