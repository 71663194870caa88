import type { Stage } from '../../features/live/stage/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../parts/panel.tsx'
import { DelayForm } from './delay-form.tsx'
import { StageFacts } from './stage-facts.tsx'
import { StopControl } from './stop-control.tsx'
import { StreamKey } from './stream-key.tsx'
import { words } from './words.ts'

type Props = { stage: Stage; isOperator: boolean; onChanged(): void }

const TONES = { live: 'live', reconnecting: 'quest', offline: 'quiet' } as const

export function StagePanel({ stage, isOperator, onChanged }: Props) {
  const { npc_id, name, state, stopped, health } = stage
  return (
    <Panel id={`stage-${npc_id}`} title={name}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-3" data-testid="stage-state">
            {stopped ? (
              <Badge tone="outline">{words.stopped}</Badge>
            ) : (
              <Badge tone={TONES[state]}>{words[state]}</Badge>
            )}
            {!stopped && state === 'offline' && health && words.connected}
          </p>
          <StageFacts stage={stage} />
        </div>
        <StopControl stage={stage} isOperator={isOperator} onChanged={onChanged} />
        <StreamKey stage={stage} onChanged={onChanged} />
        {isOperator && <DelayForm stage={stage} onChanged={onChanged} />}
      </div>
    </Panel>
  )
}
