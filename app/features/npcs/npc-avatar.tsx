import type { Npc } from './contract.ts'
import { initials } from './initials.ts'

export function NpcAvatar({ npc }: { npc: Npc }) {
  const shape = 'size-16 shrink-0 rounded-2xl'
  if (npc.avatar)
    return <img src={npc.avatar} alt="" width={64} height={64} className={`${shape} object-cover`} />
  return (
    <span
      aria-hidden="true"
      className={`${shape} flex items-center justify-center bg-line font-bold text-quest-text text-xl`}
    >
      {initials(npc.name)}
    </span>
  )
}
