import { formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
import type { RoadmapFacts } from './contract.ts'
import { findNextQuest } from './milestones.ts'
import { useRoadmapMessages } from './use-messages.ts'

/** One line: which quest is next, and at which cap. */
export function NextQuest({ facts }: { facts: RoadmapFacts }) {
  const words = useRoadmapMessages()
  const { language } = useSpeech()
  const quest = findNextQuest(facts.reached)
  if (quest === undefined) return <span className="font-bold text-quest">{words.allDone}</span>
  return (
    <>
      <span className="font-bold text-quest">{words.next}</span> {words[quest.key]} ·{' '}
      <span className="tabular-nums">{formatCompact(language, quest.cap)}</span>
    </>
  )
}
