import { LIVE_NPC_ID, type Npc } from '../../npcs/contract.ts'

/** `isFirst`: it heads the list, so its avatar is the bundled logo. */
export type WatchedNpc = { npc: Npc; isFirst: boolean }

export function watchedNpc(npcs: Npc[]): WatchedNpc | undefined {
  const npc = npcs.find(({ id }) => id === LIVE_NPC_ID)
  return npc && { npc, isFirst: npc === npcs[0] }
}
