import type { Npc } from '../npcs/contract.ts'
import type { OwnVotes, VoteAnswer, VoteType } from './contract.ts'

type Vote = VoteType | null

/**
 * One visitor's votes in one page: `wanted` is what was pressed last, `known` what the server has. While they differ
 * the counts are those of `counted`: news of the NPC may hold the vote under way already, or not yet.
 */
export type VoteState = { wanted: Vote; known: Vote; counted?: Npc }

type Needs = {
  send(npcId: string, vote: Vote): Promise<VoteAnswer>
  onFailure(): void
  /** The server has counted a vote: other tabs of the visitor may follow. */
  onKnown(npcId: string, vote: Vote): void
}

/** Told of the NPC as the server counts it, before the vote counts as known. */
type OnCounted = (npc: Npc) => void

const NO_VOTE: VoteState = { wanted: null, known: null }

/**
 * Sends one vote of an NPC at a time and then whatever was pressed meanwhile, so that however slow the network is,
 * the last press wins. A failure takes the button back to what the server has.
 */
export function createVoteDesk({ send, onFailure, onKnown }: Needs) {
  const states = new Map<string, VoteState>()
  const sending = new Set<string>()
  const listeners = new Set<() => void>()

  const stateOf = (npcId: string): VoteState => states.get(npcId) ?? NO_VOTE

  function set(npcId: string, state: VoteState): void {
    states.set(npcId, state)
    for (const listener of listeners) listener()
  }

  async function sendUntilKnown(npcId: string, onCounted: OnCounted): Promise<void> {
    if (sending.has(npcId)) return
    sending.add(npcId)
    try {
      for (let state = stateOf(npcId); state.wanted !== state.known; state = stateOf(npcId)) {
        const answer = await send(npcId, state.wanted)
        onCounted(answer.npc)
        set(npcId, settle(stateOf(npcId).wanted, answer))
        onKnown(npcId, answer.vote_type)
      }
    } catch {
      const { known } = stateOf(npcId)
      set(npcId, { wanted: known, known })
      onFailure()
    } finally {
      sending.delete(npcId)
    }
  }

  return {
    stateOf,
    press(npc: Npc, vote: VoteType, onCounted: OnCounted): Promise<void> {
      const { wanted, known, counted = npc } = stateOf(npc.id)
      set(npc.id, { wanted: wanted === vote ? null : vote, known, counted })
      return sendUntilKnown(npc.id, onCounted)
    },
    /** What the server says at the beginning; a press that came first stands. */
    learn(votes: OwnVotes): void {
      for (const [npcId, vote] of Object.entries(votes))
        if (!states.has(npcId)) set(npcId, { wanted: vote, known: vote })
    },
    /** What another tab's press became; a vote under way here is counted later, and stands. */
    follow(npcId: string, vote: Vote): void {
      if (!sending.has(npcId)) set(npcId, { wanted: vote, known: vote })
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function settle(wanted: Vote, { npc, vote_type: known }: VoteAnswer): VoteState {
  return wanted === known ? { wanted, known } : { wanted, known, counted: npc }
}

export type VoteDesk = ReturnType<typeof createVoteDesk>

/** How a count looks with the press the server has not counted yet. */
export function countWith(npc: Npc, type: VoteType, { wanted, known, counted = npc }: VoteState): number {
  const count = type === 'like' ? counted.likes : counted.dislikes
  return count + Number(wanted === type) - Number(known === type)
}
