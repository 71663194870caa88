import { getJson, sendJson } from '../../platform/browser/api-client.ts'
import type { OwnVotes, VoteAnswer, VoteType } from './contract.ts'

export function fetchOwnVotes(): Promise<OwnVotes> {
  return getJson('/api/votes')
}

export function sendVote(npcId: string, vote: VoteType | null): Promise<VoteAnswer> {
  const address = `/api/npcs/${npcId}/vote`
  return vote === null ? sendJson('DELETE', address) : sendJson('PUT', address, { vote_type: vote })
}
