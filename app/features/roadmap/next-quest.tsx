import { formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
import { findNextQuest } from './milestones.ts'
import { useRoadmapMessages } from './use-messages.ts'

/** One line: which quest is next, and at which cap. */
export function NextQuest() {
  const words = useRoadmapMessages()
  const { language } = useSpeech()
  const quest = findNextQuest()
  if (quest === undefined) return null
  return (
    <>
      <span className="font-bold text-quest">{words.next}</span> {words[quest.action]} ·{' '}
      <span className="tabular-nums">{formatCompact(language, quest.cap)}</span>
    </>
  )
}
