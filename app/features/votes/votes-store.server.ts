import type { Db } from '../../platform/database/database.server.ts'
import type { Npc } from '../npcs/contract.ts'
import type { OwnVotes, VoteType } from './contract.ts'

export async function findVotes({ db }: { db: Db }, voter: string): Promise<OwnVotes> {
  const { rows } = await db.query<{ npc_id: string; vote_type: VoteType }>({
    name: 'votes-of-voter',
    text: 'select npc_id::text, vote_type from npc_votes where user_ip = $1',
    values: [voter],
  })
  return Object.fromEntries(rows.map((row) => [row.npc_id, row.vote_type]))
}

/** The NPC as it is after the vote; undefined when there is no such NPC. */
export async function setVote(
  { db }: { db: Db },
  npcId: string,
  voter: string,
  vote: VoteType | null,
): Promise<Npc | undefined> {
  const { rows } = await db.query<Npc>({
    name: 'set-vote',
    text: `select id::text, name, avatar, x_account, description, likes, dislikes, is_live, is_position_open
           from set_vote($1, $2, $3)`,
    values: [npcId, voter, vote],
  })
  return rows[0]
}
