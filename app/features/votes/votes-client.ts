import type { OwnVotes, VoteAnswer, VoteType } from './contract.ts'

export async function fetchOwnVotes(): Promise<OwnVotes> {
  return readJson<OwnVotes>(await fetch('/api/votes'))
}

export async function sendVote(npcId: string, vote: VoteType | null): Promise<VoteAnswer> {
  const address = `/api/npcs/${npcId}/vote`
  if (vote === null) return readJson<VoteAnswer>(await fetch(address, { method: 'DELETE' }))
  const body = JSON.stringify({ vote_type: vote })
  return readJson<VoteAnswer>(
    await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body }),
  )
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return (await response.json()) as T
}
