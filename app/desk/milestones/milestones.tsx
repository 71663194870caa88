import type { RoadmapFacts } from '../../features/roadmap/contract.ts'
import { roadmapMessages } from '../../features/roadmap/messages.ts'
import { MILESTONES, type Quest, ULTIMATE_GOALS } from '../../features/roadmap/milestones.ts'
import { Panel } from '../parts/panel.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import { CapForm } from './cap-form.tsx'
import { MilestoneRow } from './milestone-row.tsx'
import { words } from './words.ts'

export function MilestonesPage() {
  const [roadmap, reload] = useRemote<RoadmapFacts>('/api/milestones')
  return (
    <RemoteContent remote={roadmap} onRetry={reload}>
      {(facts) => (
        <div className="flex flex-col gap-6">
          <CapForm cap={facts.current_cap} onChanged={reload} />
          <Lane
            id="milestones"
            title={words.milestones}
            quests={MILESTONES}
            facts={facts}
            onChanged={reload}
          />
          <Lane
            id="ultimate"
            title={roadmapMessages.en.ultimate}
            quests={ULTIMATE_GOALS}
            facts={facts}
            onChanged={reload}
          />
        </div>
      )}
    </RemoteContent>
  )
}

type LaneProps = {
  id: string
  title: string
  quests: Quest[]
  facts: RoadmapFacts
  onChanged(): Promise<unknown>
}

function Lane({ id, title, quests, facts, onChanged }: LaneProps) {
  return (
    <Panel id={id} title={title}>
      <p className="mb-4 text-muted">{words.lead}</p>
      <ul className="flex flex-col divide-y divide-line">
        {quests.map((quest) => (
          <MilestoneRow
            key={quest.key}
            quest={quest}
            reached={facts.reached.find(({ key }) => key === quest.key)}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Panel>
  )
}
