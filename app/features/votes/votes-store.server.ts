import type { Db } from '../../platform/database/database.server.ts'
import type { Npc } from '../npcs/contract.ts'
import type { OwnVotes, VoteType } from './contract.ts'

/** The vote that a visitor wants to have on an NPC; null for none. */
export type Vote = { npcId: string; voter: string; type: VoteType | null }

const NPC_COLUMNS =
  'id::text, name, avatar, x_account, description, likes, dislikes, is_live, is_position_open'

export async function findVotes({ db }: { db: Db }, voter: string): Promise<OwnVotes> {
  const { rows } = await db.query<{ npc_id: string; vote_type: VoteType }>({
    name: 'votes-of-voter',
    text: 'select npc_id::text, vote_type from npc_votes where user_ip = $1',
    values: [voter],
  })
  return Object.fromEntries(rows.map((row) => [row.npc_id, row.vote_type]))
}

/** The NPC as it is after the vote; none when there is no such NPC. */
export async function setVote({ db }: { db: Db }, { npcId, voter, type }: Vote): Promise<Npc[]> {
  const { rows } = await db.query<Npc>({
    name: 'set-vote',
    text: `select ${NPC_COLUMNS} from set_vote($1, $2, $3)`,
    values: [npcId, voter, type],
  })
  return rows
}

/** The NPCs as they are after all the votes; a voter may be there once for each NPC. */
export async function setVotes({ db }: { db: Db }, votes: Vote[]): Promise<Npc[]> {
  const { rows } = await db.query<Npc>({
    name: 'set-votes',
    text: `select ${NPC_COLUMNS} from set_votes($1, $2, $3)`,
    values: [votes.map(({ npcId }) => npcId), votes.map(({ voter }) => voter), votes.map(({ type }) => type)],
  })
  return rows
}
