import type { ClientBase } from 'pg'
import type { Db } from '../../platform/database/database.server.ts'
import { changeWithRecord } from './audit-log-store.server.ts'
import type { Member, MemberSession } from './contract.ts'
import { hashToken, makeToken } from './token.server.ts'

const DAYS_VALID = 30
const DAYS_UNUSED = 7
export const MAX_USER_AGENT = 300
const IS_VALID = `session.created_at > now() - interval '${DAYS_VALID} days'
  and session.seen_at > now() - interval '${DAYS_UNUSED} days'`

/** Browsers drop the cookie when the session ends anyway. */
export const SESSION_LIFETIME_S = DAYS_VALID * 24 * 60 * 60

export type CurrentSession = { id: number; member: Member }

export type Browser = { userAgent: string; oldToken?: string | undefined }
type NewSession = Browser & { member: Member }

/**
 * For somebody who has proved to be the member. Returns the new token; undefined if the password whose hash was checked has
 * been changed since.
 */
export async function openSession(
  { db }: { db: Db },
  member: Member,
  { passwordHash, ...browser }: Browser & { passwordHash?: string | undefined },
): Promise<string | undefined> {
  const change = await changeWithRecord(db, member, async (client) => {
    if (passwordHash !== undefined && !(await stillHas(client, member, passwordHash))) return undefined
    const token = await insertSession(client, { member, ...browser })
    return { action: 'signed in', details: {}, token }
  })
  return change?.token
}

/** A change of the password waits until the session is there, and ends it. */
async function stillHas(client: ClientBase, { id }: Member, passwordHash: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from members where id = $1 and password_hash = $2 for share',
    [id, passwordHash],
  )
  return rowCount === 1
}

/** Replaces the session that the browser had before. Returns the new token. */
export async function insertSession(
  client: ClientBase,
  { member, userAgent, oldToken }: NewSession,
): Promise<string> {
  const token = makeToken()
  if (oldToken) await client.query('delete from member_sessions where token_hash = $1', [hashToken(oldToken)])
  await client.query('insert into member_sessions (token_hash, member_id, user_agent) values ($1, $2, $3)', [
    hashToken(token),
    member.id,
    userAgent.slice(0, MAX_USER_AGENT),
  ])
  return token
}

export async function endOtherSessions(client: ClientBase, memberId: number, ownId: number): Promise<void> {
  await client.query('delete from member_sessions where member_id = $1 and id <> $2', [memberId, ownId])
}

/** Undefined for a token that was never given out, has expired or was ended. */
export async function findSession({ db }: { db: Db }, token: string): Promise<CurrentSession | undefined> {
  const { rows } = await db.query<Member & { session_id: number; is_stale: boolean }>(
    `select session.id as session_id, member.id, member.name, member.role, member.npc_id::text,
       session.seen_at < now() - interval '1 minute' as is_stale
     from member_sessions session join members member on member.id = session.member_id
     where session.token_hash = $1 and ${IS_VALID}`,
    [hashToken(token)],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { session_id: id, is_stale, ...member } = row
  if (is_stale) await db.query('update member_sessions set seen_at = now() where id = $1', [id])
  return { id, member }
}

/** Those of all members for an operator, and their own for others. */
export async function listSessions({ db }: { db: Db }, current: CurrentSession): Promise<MemberSession[]> {
  const { id, member } = current
  const { rows } = await db.query<MemberSession>(
    `select session.id, member.name as member, session.user_agent, session.created_at, session.seen_at,
       session.id = $1 as is_this
     from member_sessions session join members member on member.id = session.member_id
     where ($2 or member.id = $3) and ${IS_VALID} order by session.seen_at desc`,
    [id, member.role === 'operator', member.id],
  )
  return rows
}

/** False if there is none that the author may end. */
export async function endSession({ db }: { db: Db }, author: Member, id: number): Promise<boolean> {
  const change = await changeWithRecord(db, author, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `delete from member_sessions session using members member
       where session.id = $1 and member.id = session.member_id and ($2 or member.id = $3) returning member.name`,
      [id, author.role === 'operator', author.id],
    )
    return rows[0] && { action: 'ended a session', details: { of: rows[0].name } }
  })
  return change !== undefined
}

export async function signOut({ db }: { db: Db }, { id, member }: CurrentSession): Promise<void> {
  await changeWithRecord(db, member, async (client) => {
    await client.query('delete from member_sessions where id = $1', [id])
    return { action: 'signed out', details: {} }
  })
}

export async function pruneMemberSessions({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from member_sessions where id in
       (select id from member_sessions session where not (${IS_VALID}) limit $1)`,
    [limit],
  )
  return rowCount ?? 0
}
