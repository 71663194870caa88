import { ArrowUpRight } from 'lucide-react'
import { fill, htmlLanguage, useSpeech } from '../../platform/browser/messages.tsx'
import { useTimeZone } from '../../platform/browser/use-time-zone.ts'
import type { ReachedMilestone } from './contract.ts'
import { useRoadmapMessages } from './use-messages.ts'

type Props = { milestone: ReachedMilestone; name: string }

/** When and why a quest counts as done. */
export function QuestFacts({ milestone, name }: Props) {
  const words = useRoadmapMessages()
  const { language } = useSpeech()
  const timeZone = useTimeZone()
  const { reached_at, reason, evidence } = milestone
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  return (
    <div className="-mt-2 text-sm">
      <p lang={htmlLanguage(milestone.language)} dir="auto" className="text-pretty break-words">
        {reason}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        {/* Browsers abbreviate months differently from the server. */}
        <time dateTime={reached_at} suppressHydrationWarning>
          {fill(words.doneOn, { date: day.format(new Date(reached_at)) })}
        </time>
        <a
          href={evidence}
          target="_blank"
          rel="noopener nofollow"
          aria-label={`${words.evidence}: ${name}`}
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-text underline underline-offset-4"
        >
          {words.evidence}
          <ArrowUpRight aria-hidden="true" className="size-4" />
        </a>
      </p>
    </div>
  )
}
