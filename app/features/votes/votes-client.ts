import type { OwnVotes, VoteAnswer, VoteType } from './contract.ts'

const PATIENCE_MS = 15_000

export async function fetchOwnVotes(): Promise<OwnVotes> {
  return readJson<OwnVotes>(await fetch('/api/votes'))
}

export async function sendVote(npcId: string, vote: VoteType | null): Promise<VoteAnswer> {
  const address = `/api/npcs/${npcId}/vote`
  const signal = AbortSignal.timeout(PATIENCE_MS)
  if (vote === null) return readJson<VoteAnswer>(await fetch(address, { method: 'DELETE', signal }))
  const body = JSON.stringify({ vote_type: vote })
  return readJson<VoteAnswer>(
    await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body, signal }),
  )
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return (await response.json()) as T
}
