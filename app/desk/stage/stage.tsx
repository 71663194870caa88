import { useEffect } from 'react'
import type { Stage } from '../../features/live/stage/contract.ts'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import type { SectionProps } from '../section.ts'
import { StagePanel } from './stage-panel.tsx'

type Stages = { stages: Stage[] }

const POLL_MS = 3_000

export function StagePage({ member }: SectionProps) {
  const [stages, reload] = usePolled<Stages>('/api/stages')
  return (
    <RemoteContent remote={stages} onRetry={reload}>
      {({ stages: listed }) => (
        <div className="flex flex-col gap-6">
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

function usePolled<T>(address: string): ReturnType<typeof useRemote<T>> {
  const [remote, reload] = useRemote<T>(address)
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && void reload(), POLL_MS)
    return () => clearInterval(timer)
  }, [reload])
  return [remote, reload]
}
