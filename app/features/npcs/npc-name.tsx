import type { Npc } from './contract.ts'

/** Without a list, an empty line of the same height. */
export function NpcName({ npcs, id }: { npcs: Npc[] | undefined; id: string }) {
  return npcs?.find((npc) => npc.id === id)?.name ?? NOTHING
}

const NOTHING = '\u00a0'
