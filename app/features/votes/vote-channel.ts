import type { VoteType } from './contract.ts'

const NAME = 'npc_votes'

type Vote = VoteType | null
type OnVote = (npcId: string, vote: Vote) => void

/** Carries the visitor's votes to the other tabs of this browser. */
export function openVoteChannel(onVote: OnVote): { publish: OnVote; close(): void } {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const heard = readVote(data)
    if (heard) onVote(heard.npcId, heard.vote)
  })
  return {
    publish: (npcId, vote) => channel?.postMessage({ npcId, vote }),
    close: () => channel?.close(),
  }
}

/** A tab may be open since an older version of the site. */
function readVote(data: unknown): { npcId: string; vote: Vote } | undefined {
  if (typeof data !== 'object' || data === null || !('npcId' in data) || !('vote' in data)) return undefined
  const { npcId, vote } = data
  if (typeof npcId !== 'string') return undefined
  return vote === null || vote === 'like' || vote === 'dislike' ? { npcId, vote } : undefined
}
