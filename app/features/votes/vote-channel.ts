import type { VoteType } from './contract.ts'

type OnVote = (npcId: string, vote: VoteType | null) => void

/** Carries the visitor's votes to the other tabs of this browser. */
export function openVoteChannel(onVote: OnVote): { publish: OnVote; close(): void } {
  const channel = new BroadcastChannel('npc_votes')
  channel.onmessage = ({ data: [npcId, vote] }: MessageEvent<Parameters<OnVote>>) => onVote(npcId, vote)
  return {
    publish: (...vote) => channel.postMessage(vote),
    close: () => channel.close(),
  }
}
