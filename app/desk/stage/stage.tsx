import { useEffect, useState } from 'react'
import type { Stage } from '../../features/live/stage/contract.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { type Remote, useRemote } from '../parts/use-remote.ts'
import type { SectionProps } from '../section.ts'
import { StagePanel } from './stage-panel.tsx'

type Stages = { stages: Stage[] }

const POLL_MS = 3_000

export function StagePage({ member }: SectionProps) {
  const [stages, reload] = usePolled<Stages>('/api/stages')
  return (
    <RemoteContent remote={stages.shown} onRetry={reload}>
      {({ stages: listed }) => (
        <div className="flex flex-col gap-6">
          <ProblemLine problem={stages.problem} />
          {listed.map((stage) => (
            <StagePanel
              key={stage.npc_id}
              stage={stage}
              isOperator={member.role === 'operator'}
              onChanged={reload}
            />
          ))}
        </div>
      )}
    </RemoteContent>
  )
}

/** A failure later on leaves the page as it is: it may show a key, which is shown once. */
function usePolled<T>(address: string) {
  const [latest, reload] = useRemote<T>(address)
  const [known, setKnown] = useState<Remote<T> & { at: 'ready' }>()
  useEffect(() => {
    if (latest.at === 'ready') setKnown(latest)
  }, [latest])
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && void reload(), POLL_MS)
    return () => clearInterval(timer)
  }, [reload])
  const problem = known && latest.at === 'failed' ? latest.message : undefined
  return [{ shown: known ?? latest, problem }, reload] as const
}
