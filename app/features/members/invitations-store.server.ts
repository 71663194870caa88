import type { Db } from '../../platform/database/database.server.ts'
import { type Author, changeWithRecord } from './audit-log-store.server.ts'
import type { Invitation, InvitationRequest } from './contract.ts'
import { hashToken, makeToken } from './token.server.ts'

const DAYS_VALID = 3

/** Returns the token of the one-time link, which is shown once. Undefined if there is no such NPC. */
export async function invite({ db }: { db: Db }, author: Author, request: InvitationRequest) {
  const token = makeToken()
  const npcId = request.role === 'npc' ? request.npc_id : null
  const change = await changeWithRecord(db, author, async (client) => {
    const { rowCount } = await client.query(
      `insert into member_invitations (token_hash, role, npc_id, invited_by, expires_at)
       select $1, $2, $3, $4, now() + $5 * interval '1 day'
       where $3::integer is null or exists (select from npcs where id = $3)`,
      [hashToken(token), request.role, npcId, author?.id ?? null, DAYS_VALID],
    )
    if (rowCount === 0) return undefined
    return { action: 'invited', details: { role: request.role, npc_id: npcId } }
  })
  return change && token
}

/** Replaces the link that an earlier start has printed. Undefined once there is an operator. */
export async function inviteFirstOperator({ db }: { db: Db }): Promise<string | undefined> {
  const { rows } = await db.query("select from members where role = 'operator' limit 1")
  if (rows.length > 0) return undefined
  await db.query("delete from member_invitations where role = 'operator' and invited_by is null")
  return invite({ db }, undefined, { role: 'operator' })
}

export async function findInvitation(
  { db }: { db: Db },
  token: string,
): Promise<InvitationRequest | undefined> {
  const { rows } = await db.query<InvitationRequest>(
    'select role, npc_id::text from member_invitations where token_hash = $1 and expires_at > now()',
    [hashToken(token)],
  )
  return rows[0]
}

export async function listInvitations({ db }: { db: Db }): Promise<Invitation[]> {
  const { rows } = await db.query<Invitation>(
    `select invitation.id, invitation.role, invitation.npc_id::text, member.name as invited_by, expires_at
     from member_invitations invitation left join members member on member.id = invited_by
     where expires_at > now() order by invitation.id`,
  )
  return rows
}

/** False if it is used, withdrawn or was never there. */
export async function withdrawInvitation({ db }: { db: Db }, author: Author, id: number): Promise<boolean> {
  const change = await changeWithRecord(db, author, async (client) => {
    const { rows } = await client.query<{ role: string; npc_id: string | null }>(
      'delete from member_invitations where id = $1 returning role, npc_id::text',
      [id],
    )
    return rows[0] && { action: 'withdrew an invitation', details: rows[0] }
  })
  return change !== undefined
}

export async function pruneInvitations({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from member_invitations where id in
       (select id from member_invitations where expires_at < now() limit $1)`,
    [limit],
  )
  return rowCount ?? 0
}
