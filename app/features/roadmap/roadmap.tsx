import { Crown, Lock, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { SectionTitle } from '../../ui/section-title.tsx'
import { ROADMAP_ID, type RoadmapFacts } from './contract.ts'
import { findNextQuest, MILESTONES, type Quest, ULTIMATE_GOALS } from './milestones.ts'
import { DoneQuest, LockedQuest, NextQuestCard, YouAreHere } from './quest-track.tsx'
import { useRoadmapMessages } from './use-messages.ts'

export function Roadmap({ facts }: { facts: RoadmapFacts }) {
  const words = useRoadmapMessages()
  const [atFirst] = useState(facts)
  const next = findNextQuest(facts.reached)
  const shared = { facts, atFirst, next }
  return (
    <section id={ROADMAP_ID} aria-labelledby="roadmap-title" className="py-4">
      <SectionTitle id="roadmap-title">{words.title}</SectionTitle>
      <p className="-mt-4 mb-6 text-pretty text-muted">{words.lead}</p>
      <div className="grid gap-x-6 gap-y-8 md:grid-cols-2">
        <Lane title={words.milestones} note={words.storyQuests} Icon={Lock} quests={MILESTONES} {...shared} />
        <Lane
          title={words.ultimate}
          note={words.bossQuests}
          Icon={Crown}
          quests={ULTIMATE_GOALS}
          isLast
          {...shared}
        />
      </div>
    </section>
  )
}

type Known = { facts: RoadmapFacts; atFirst: RoadmapFacts; next: Quest | undefined }
type LaneProps = Known & { title: string; note: string; Icon: LucideIcon; quests: Quest[]; isLast?: boolean }

/** The marker stands before the quest that is next, or behind the last one. */
function Lane({ title, note, Icon, quests, isLast = false, ...known }: LaneProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-bold text-lg">{title}</h3>
        <p className="text-muted text-sm">{note}</p>
      </div>
      <ol className="relative flex flex-1 flex-col gap-1 before:absolute before:inset-y-5 before:left-[1.3125rem] before:w-0.5 before:bg-line">
        {quests.map((quest) => (
          <Step key={quest.key} quest={quest} Icon={Icon} {...known} />
        ))}
        {isLast && known.next === undefined && <YouAreHere cap={known.facts.current_cap} />}
      </ol>
    </div>
  )
}

function Step({ quest, Icon, facts, atFirst, next }: Known & { quest: Quest; Icon: LucideIcon }) {
  const milestone = findReached(facts, quest)
  if (milestone) return <DoneQuest quest={quest} milestone={milestone} isNew={!findReached(atFirst, quest)} />
  if (quest !== next) return <LockedQuest quest={quest} Icon={Icon} />
  return (
    <>
      <YouAreHere cap={facts.current_cap} />
      <NextQuestCard quest={quest} />
    </>
  )
}

function findReached({ reached }: RoadmapFacts, quest: Quest) {
  return reached.find(({ key }) => key === quest.key)
}
