import type { Npc } from '../npcs/contract.ts'
import type { OwnVotes, VoteAnswer, VoteType } from './contract.ts'

type Vote = VoteType | null

/**
 * A visitor's vote on one NPC: `wanted` is the last press, `confirmed` what the server has. While they differ, counts
 * are based on `counted`: a newer NPC may already include the vote in flight, or not yet.
 */
export type VoteState = { wanted: Vote; confirmed: Vote; counted?: Npc }

type VoteEffects = {
  send(npcId: string, vote: Vote): Promise<VoteAnswer>
  onFailure(): void
  /** The server has counted a vote: the visitor's other tabs may follow. */
  onConfirmed(npcId: string, vote: Vote): void
}

/** Receives the NPC as the server counts it, before the vote is confirmed. */
type OnCounted = (npc: Npc) => void

export const NO_VOTE: VoteState = { wanted: null, confirmed: null }

/**
 * Sends one vote per NPC at a time, then whatever was pressed in the meantime: the last press wins however slow the
 * network is. After a failure the button shows what the server has.
 */
export function createOptimisticVotes({ send, onFailure, onConfirmed }: VoteEffects) {
  const states = new Map<string, VoteState>()
  const sending = new Set<string>()
  const listeners = new Set<() => void>()

  const stateOf = (npcId: string): VoteState => states.get(npcId) ?? NO_VOTE

  function set(npcId: string, state: VoteState): void {
    states.set(npcId, state)
    for (const listener of listeners) listener()
  }

  async function sendUntilConfirmed(npcId: string, onCounted: OnCounted): Promise<void> {
    if (sending.has(npcId)) return
    sending.add(npcId)
    try {
      for (let state = stateOf(npcId); state.wanted !== state.confirmed; state = stateOf(npcId)) {
        const answer = await send(npcId, state.wanted)
        onCounted(answer.npc)
        set(npcId, settle(stateOf(npcId).wanted, answer))
        onConfirmed(npcId, answer.vote_type)
      }
    } catch {
      const { confirmed } = stateOf(npcId)
      set(npcId, { wanted: confirmed, confirmed })
      onFailure()
    } finally {
      sending.delete(npcId)
    }
  }

  return {
    stateOf,
    press(npc: Npc, vote: VoteType, onCounted: OnCounted): Promise<void> {
      const { wanted, confirmed, counted = npc } = stateOf(npc.id)
      set(npc.id, { wanted: wanted === vote ? null : vote, confirmed, counted })
      return sendUntilConfirmed(npc.id, onCounted)
    },
    /** The votes the server has when the page starts; an earlier press stands. */
    setInitial(votes: OwnVotes): void {
      for (const [npcId, vote] of Object.entries(votes))
        if (!states.has(npcId)) set(npcId, { wanted: vote, confirmed: vote })
    },
    /** A vote confirmed in another tab; a vote in flight here is counted later, and stands. */
    followTab(npcId: string, vote: Vote): void {
      if (!sending.has(npcId)) set(npcId, { wanted: vote, confirmed: vote })
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function settle(wanted: Vote, { npc, vote_type: confirmed }: VoteAnswer): VoteState {
  return wanted === confirmed ? { wanted, confirmed } : { wanted, confirmed, counted: npc }
}

export type OptimisticVotes = ReturnType<typeof createOptimisticVotes>

/** The count including a press that the server has not confirmed yet. */
export function countWith(npc: Npc, type: VoteType, { wanted, confirmed, counted = npc }: VoteState): number {
  const count = type === 'like' ? counted.likes : counted.dislikes
  return count + Number(wanted === type) - Number(confirmed === type)
}
