import { ArrowUpRight } from 'lucide-react'
import { formatDay } from '../../platform/browser/format-day.ts'
import { fill, htmlLanguage, useSpeech } from '../../platform/browser/messages.tsx'
import { useDay } from '../../platform/browser/use-day.ts'
import type { ReachedMilestone } from './contract.ts'
import { useRoadmapMessages } from './use-messages.ts'

type Props = { milestone: ReachedMilestone; name: string }

/** When and why a quest counts as done. */
export function QuestFacts({ milestone, name }: Props) {
  const words = useRoadmapMessages()
  const { language } = useSpeech()
  const { reached_at, reason, evidence } = milestone
  const day = useDay(reached_at)
  return (
    <div className="-mt-2 text-sm">
      <p lang={htmlLanguage(milestone.language)} dir="auto" className="text-pretty break-words">
        {reason}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        <time dateTime={reached_at}>{fill(words.doneOn, { date: formatDay(language, day) })}</time>
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
