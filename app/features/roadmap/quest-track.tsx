import { Check, type LucideIcon, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
import { QuestMarker } from '../../ui/quest-marker.tsx'
import type { CurrentCap, ReachedMilestone } from './contract.ts'
import { CapAmount, CapDate } from './current-cap.tsx'
import type { Quest } from './milestones.ts'
import { QuestFacts } from './quest-facts.tsx'
import { useRoadmapMessages } from './use-messages.ts'

export function YouAreHere({ cap }: { cap: CurrentCap | null }) {
  const words = useRoadmapMessages()
  return (
    <li className="flex min-h-11 items-center gap-3 pr-4">
      <Stop className="border-online bg-paper text-online">
        <MapPin className="size-4" />
      </Stop>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-online">{words.youAreHere}</span>
        <span className="text-muted text-sm">
          {words.currentCap}{' '}
          <span className="font-bold font-display text-base text-online">
            {cap === null ? words.soon : <CapAmount cap={cap} />}
          </span>
          {cap !== null && (
            <>
              {' '}
              <span className="inline-block text-xs">
                <CapDate cap={cap} />
              </span>
            </>
          )}
        </span>
      </span>
    </li>
  )
}

export function NextQuestCard({ quest }: { quest: Quest }) {
  const words = useRoadmapMessages()
  return (
    <li
      data-testid="milestone"
      data-completed={false}
      className="relative flex items-center gap-3 rounded-2xl border border-quest-text bg-surface py-4 pr-4"
    >
      <Stop className="border-quest bg-quest text-on-quest">
        <QuestMarker className="h-5" />
      </Stop>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 grow basis-44">
          <span className="block font-semibold text-quest-text text-sm">{words.next}</span>
          <span className="block hyphens-auto break-words font-bold font-display text-2xl">
            {words[quest.key]}
          </span>
          <span className="block text-muted text-sm">{words.takes}</span>
        </span>
        <Cap quest={quest} className="text-3xl text-quest-text" />
      </span>
    </li>
  )
}

export function LockedQuest({ quest, Icon }: { quest: Quest; Icon: LucideIcon }) {
  const words = useRoadmapMessages()
  return (
    <li data-testid="milestone" data-completed={false} className="flex min-h-11 grow items-center gap-3 pr-4">
      <Stop className="border-line bg-paper text-muted">
        <Icon className="size-4" />
      </Stop>
      <span className="min-w-0 flex-1 hyphens-auto break-words font-semibold">{words[quest.key]}</span>
      <span className="sr-only">{words.locked}</span>
      <Cap quest={quest} className="text-lg text-muted" />
    </li>
  )
}

/** The track ends at the last stop, not where its text does. */
const TRACK_END =
  'last:after:absolute last:after:top-11 last:after:bottom-0 last:after:left-4 last:after:w-3 last:after:bg-paper'

type DoneProps = { quest: Quest; milestone: ReachedMilestone; isNew: boolean }

export function DoneQuest({ quest, milestone, isNew }: DoneProps) {
  const words = useRoadmapMessages()
  return (
    <li
      data-testid="milestone"
      data-completed={true}
      className={`relative flex grow items-start gap-3 pr-4 ${TRACK_END} ${isNew ? 'motion-safe:animate-row-in' : ''}`}
    >
      <span className="flex min-h-11 items-center">
        <Stop className="border-online bg-online text-paper">
          <Check className="size-5" />
        </Stop>
      </span>
      <div className="min-w-0 flex-1">
        <span className="flex min-h-11 items-center gap-3">
          <span className="min-w-0 flex-1 hyphens-auto break-words font-semibold">{words[quest.key]}</span>
          <span className="sr-only">{words.done}</span>
          <Cap quest={quest} className="text-lg text-online" />
        </span>
        <QuestFacts milestone={milestone} name={words[quest.key]} />
      </div>
    </li>
  )
}

/** A stop on the track. */
function Stop({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={`relative ml-1 flex size-9 shrink-0 items-center justify-center rounded-full border-2 ${className}`}
    >
      {children}
    </span>
  )
}

function Cap({ quest, className }: { quest: Quest; className: string }) {
  const { language } = useSpeech()
  return (
    <span className={`whitespace-nowrap font-bold font-display tabular-nums ${className}`}>
      {formatCompact(language, quest.cap)}
    </span>
  )
}
