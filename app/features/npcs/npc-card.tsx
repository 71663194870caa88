import { useMessages } from '../../platform/messages.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Npc } from './contract.ts'
import type { NpcsMessages } from './messages.ts'
import { NpcAvatar } from './npc-avatar.tsx'

export function NpcCard({ npc }: { npc: Npc }) {
  const words = useMessages<NpcsMessages>('npcs')
  return (
    <li
      data-testid="npc-card"
      data-npc-id={npc.id}
      className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-6"
    >
      <div className="flex items-center gap-4">
        <NpcAvatar npc={npc} />
        <div className="min-w-0">
          <h3 className="truncate font-bold text-xl">{npc.name}</h3>
          {npc.x_account && <p className="truncate text-muted">@{npc.x_account.replace(/^@/, '')}</p>}
        </div>
      </div>
      <p className="flex-1 text-pretty break-words text-muted">{npc.description}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <dl className="flex gap-4 text-sm tabular-nums">
          <Count label={words.likes} value={npc.likes} />
          <Count label={words.dislikes} value={npc.dislikes} />
        </dl>
        {npc.is_live && <Badge tone="live">{words.live}</Badge>}
        {npc.is_position_open && <Badge tone="quest">{words.positionOpen}</Badge>}
      </div>
    </li>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex gap-1">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
