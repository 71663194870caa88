import { useState } from 'react'
import type { Npc } from '../../features/npcs/contract.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Panel } from '../parts/panel.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import { CreateNpc } from './create-npc.tsx'
import { EditNpc } from './edit-npc.tsx'
import { NpcOrder } from './npc-order.tsx'
import { words } from './words.ts'

export function NpcsPage() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id'))
  if (id === null) return <AllNpcs />
  return (
    <div className="flex flex-col gap-6">
      <p>
        <a href="/npcs" className={actionStyle.quiet}>
          {words.toList}
        </a>
      </p>
      <EditNpc id={id} />
    </div>
  )
}

function AllNpcs() {
  const [list, reload] = useRemote<{ npcs: Npc[] }>('/api/npcs/list')
  return (
    <div className="flex flex-col gap-6">
      <Panel id="npcs" title={words.listTitle}>
        <RemoteContent remote={list} onRetry={reload}>
          {({ npcs }) => <NpcOrder npcs={npcs} onChanged={reload} />}
        </RemoteContent>
      </Panel>
      <CreateNpc />
    </div>
  )
}
