import { Crown, Lock, type LucideIcon } from 'lucide-react'
import { SectionTitle } from '../../ui/section-title.tsx'
import { ROADMAP_ID } from './contract.ts'
import { findNextQuest, MILESTONES, ULTIMATE_GOALS } from './milestones.ts'
import { NextQuestCard, type Quest, QuestRow, YouAreHere } from './quest-track.tsx'
import { useRoadmapMessages } from './use-messages.ts'

export function Roadmap() {
  const words = useRoadmapMessages()
  const next = findNextQuest()
  return (
    <section id={ROADMAP_ID} aria-labelledby="roadmap-title" className="py-4">
      <SectionTitle id="roadmap-title">{words.title}</SectionTitle>
      <p className="-mt-4 mb-6 text-pretty text-muted">{words.lead}</p>
      <div className="grid gap-x-6 gap-y-8 md:grid-cols-2">
        <Lane title={words.milestones} note={words.storyQuests} Icon={Lock} quests={MILESTONES} next={next} />
        <Lane
          title={words.ultimate}
          note={words.bossQuests}
          Icon={Crown}
          quests={ULTIMATE_GOALS}
          next={next}
        />
      </div>
    </section>
  )
}

type LaneProps = { title: string; note: string; Icon: LucideIcon; quests: Quest[]; next: Quest | undefined }

/** The marker stands before the quest that is next, so all that is done lies behind it. */
function Lane({ title, note, Icon, quests, next }: LaneProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-bold text-lg">{title}</h3>
        <p className="text-muted text-sm">{note}</p>
      </div>
      <ol className="relative flex flex-1 flex-col gap-1 before:absolute before:inset-y-5 before:left-[1.3125rem] before:w-0.5 before:bg-line">
        {quests.map((quest) => (
          <Step key={quest.action} quest={quest} Icon={Icon} isNext={quest === next} />
        ))}
      </ol>
    </div>
  )
}

function Step({ quest, Icon, isNext }: { quest: Quest; Icon: LucideIcon; isNext: boolean }) {
  if (!isNext) return <QuestRow quest={quest} Icon={Icon} />
  return (
    <>
      <YouAreHere />
      <NextQuestCard quest={quest} />
    </>
  )
}
