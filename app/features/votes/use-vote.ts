import { useSyncExternalStore } from 'react'
import { NO_VOTE, type OptimisticVotes, type VoteState } from './optimistic-votes.ts'

/** The server knows no votes. A page that hydrates late must begin as the server wrote it, and follow then. */
export function useVote(votes: OptimisticVotes, npcId: string): VoteState {
  return useSyncExternalStore(
    votes.subscribe,
    () => votes.stateOf(npcId),
    () => NO_VOTE,
  )
}
