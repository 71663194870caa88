import type { Db } from '../../platform/database/database.server.ts'
import type { Npc } from '../npcs/contract.ts'
import type { OwnVotes, VoteType } from './contract.ts'

/** The vote that a visitor wants to have on an NPC; null for none. */
export type Vote = { npcId: string; voter: string; type: VoteType | null }

export async function findVotes({ db }: { db: Db }, voter: string): Promise<OwnVotes> {
  const { rows } = await db.query<{ npc_id: string; vote_type: VoteType }>({
    name: 'votes-of-voter',
    text: 'select npc_id::text, vote_type from npc_votes where user_ip = $1',
    values: [voter],
  })
  return Object.fromEntries(rows.map((row) => [row.npc_id, row.vote_type]))
}

/** Returns the NPC after the vote; nothing for an unknown NPC. Faster than a batch of one, see decision 8. */
export async function setVote({ db }: { db: Db }, { npcId, voter, type }: Vote): Promise<Npc[]> {
  const { rows } = await db.query<{ npc: Npc }>({
    name: 'set-vote',
    text: 'select to_npc_json(voted) as npc from set_vote($1, $2, $3) as voted',
    values: [npcId, voter, type],
  })
  return rows.map(({ npc }) => npc)
}

/** Returns the NPCs after all the votes. A voter may have one vote per NPC in them. */
export async function setVotes({ db }: { db: Db }, votes: Vote[]): Promise<Npc[]> {
  const { rows } = await db.query<{ npc: Npc }>({
    name: 'set-votes',
    text: 'select to_npc_json(voted) as npc from set_votes($1, $2, $3) as voted',
    values: [votes.map(({ npcId }) => npcId), votes.map(({ voter }) => voter), votes.map(({ type }) => type)],
  })
  return rows.map(({ npc }) => npc)
}
