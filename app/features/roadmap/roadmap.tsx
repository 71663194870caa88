import { Check, Lock } from 'lucide-react'
import { formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
import { SectionTitle } from '../../ui/section-title.tsx'
import type { RoadmapMessages } from './messages.ts'
import { findNextQuest, MILESTONES, type Milestone, ULTIMATE_GOALS } from './milestones.ts'
import { useRoadmapMessages } from './use-messages.ts'

type Quest = Milestone<keyof RoadmapMessages>

export function Roadmap() {
  const words = useRoadmapMessages()
  const next = findNextQuest()
  return (
    <section aria-labelledby="roadmap-title" className="py-12">
      <SectionTitle id="roadmap-title">{words.title}</SectionTitle>
      <p className="-mt-4 mb-8 text-muted">{words.lead}</p>
      <div className="grid gap-8 lg:grid-cols-2">
        <QuestList title={words.milestones} quests={MILESTONES} next={next} />
        <QuestList title={words.ultimate} quests={ULTIMATE_GOALS} next={next} />
      </div>
    </section>
  )
}

function QuestList({ title, quests, next }: { title: string; quests: Quest[]; next: Quest | undefined }) {
  return (
    <div>
      <h3 className="mb-4 font-bold text-xl">{title}</h3>
      <ol className="flex flex-col gap-3">
        {quests.map((quest) => (
          <QuestRow key={quest.action} quest={quest} isNext={quest === next} />
        ))}
      </ol>
    </div>
  )
}

function QuestRow({ quest, isNext }: { quest: Quest; isNext: boolean }) {
  const words = useRoadmapMessages()
  const { language } = useSpeech()
  const state = quest.completed ? 'done' : isNext ? 'next' : 'locked'
  return (
    <li
      data-testid="milestone"
      data-completed={quest.completed}
      className={`flex items-center gap-4 rounded-2xl border bg-surface p-4 ${isNext ? 'border-quest-text' : 'border-line'}`}
    >
      <span
        aria-hidden="true"
        className={`flex size-10 shrink-0 items-center justify-center rounded-xl font-black font-display text-xl ${isNext ? 'bg-quest text-on-quest' : 'bg-line text-muted'}`}
      >
        {state === 'done' && <Check className="size-5" />}
        {state === 'next' && '!'}
        {state === 'locked' && <Lock className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block break-words font-semibold">{words[quest.action]}</span>
        <span className="text-muted text-sm">{words[state]}</span>
      </span>
      <span className="font-bold font-display text-lg text-quest-text tabular-nums">
        {formatCompact(language, quest.cap)}
      </span>
    </li>
  )
}
