import { useState } from 'react'
import { LIVE_NPC_ID } from '../../features/npcs/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { Panel } from '../parts/panel.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import type { SectionProps } from '../section.ts'
import type { Plan } from './contract.ts'
import { MissionForm } from './mission-form.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { words } from './words.ts'

/** Of the member's own NPC; operators name one in the address. */
export function MissionPage({ member }: SectionProps) {
  const [asked] = useState(() => new URLSearchParams(location.search).get('npc'))
  const npcId = member.npc_id ?? asked ?? LIVE_NPC_ID
  const address = `/api/npcs/${encodeURIComponent(npcId)}/plan`
  const [plan, reload] = useRemote<Plan>(address)
  return (
    <RemoteContent remote={plan} onRetry={reload}>
      {({ name, mission }) => (
        <div className="flex flex-col gap-6">
          {mission.npc_id !== LIVE_NPC_ID && <p className="text-muted">{words.noPage}</p>}
          <StepsPanel mission={mission} reread={reload} />
          <Panel id="mission" title={fill(words.missionOf, { name })}>
            <MissionForm stored={mission} onSaved={reload} />
          </Panel>
        </div>
      )}
    </RemoteContent>
  )
}
