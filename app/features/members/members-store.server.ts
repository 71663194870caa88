import type { Db } from '../../platform/database/database.server.ts'
import { type Author, changeWithRecord } from './audit-log-store.server.ts'
import type { Member } from './contract.ts'
import { findInvitation } from './invitations-store.server.ts'
import { hashPassword, isPassword } from './password.server.ts'
import { hashToken } from './token.server.ts'

const UNIQUE_VIOLATION = '23505'

type Joined = { status: 'joined'; member: Member } | { status: 'used' } | { status: 'name taken' }
type Joining = { token: string; name: string; password: string }

/** A link makes one member: of two who use it at the same moment, one finds it used. */
export async function join({ db }: { db: Db }, { token, name, password }: Joining): Promise<Joined> {
  // Hashing a password takes long: nobody without a link can ask for it.
  if ((await findInvitation({ db }, token)) === undefined) return { status: 'used' }
  const passwordHash = await hashPassword(password)
  try {
    const change = await changeWithRecord(db, undefined, async (client) => {
      const { rows: invitations } = await client.query<{ role: string; npc_id: string | null }>(
        `delete from member_invitations where token_hash = $1 and expires_at > now()
         returning role, npc_id::text`,
        [hashToken(token)],
      )
      const [invitation] = invitations
      if (invitation === undefined) return undefined
      const { rows } = await client.query<Member>(
        `insert into members (name, role, npc_id, password_hash) values ($1, $2, $3, $4)
         returning id, name, role, npc_id::text`,
        [name, invitation.role, invitation.npc_id, passwordHash],
      )
      const [member] = rows
      return member && { action: 'joined', details: { ...invitation }, author: member, member }
    })
    return change ? { status: 'joined', member: change.member } : { status: 'used' }
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return { status: 'name taken' }
    throw error
  }
}

/** Both undefined if nobody has the name. */
export async function findMember({ db }: { db: Db }, name: string) {
  const { rows } = await db.query<Member & { password_hash: string }>(
    'select id, name, role, npc_id::text, password_hash from members where lower(name) = lower($1)',
    [name],
  )
  if (rows[0] === undefined) return {}
  const { password_hash: passwordHash, ...member } = rows[0]
  return { member, passwordHash }
}

export async function listMembers({ db }: { db: Db }): Promise<Member[]> {
  const { rows } = await db.query<Member>(
    'select id, name, role, npc_id::text from members order by role desc, lower(name)',
  )
  return rows
}

type Removed = 'removed' | 'unknown' | 'last operator'

/** Their sessions and invitations go with them. The last operator stays: nobody could invite another. */
export async function removeMember({ db }: { db: Db }, author: Author, id: number): Promise<Removed> {
  let outcome: Removed = 'unknown'
  await changeWithRecord(db, author, async (client) => {
    // One at a time: of two operators who remove each other, one stays.
    const { rows: operators } = await client.query<{ id: number }>(
      "select id from members where role = 'operator' order by id for update",
    )
    if (operators.length === 1 && operators[0]?.id === id) {
      outcome = 'last operator'
      return undefined
    }
    const { rows } = await client.query<{ name: string }>(
      'delete from members where id = $1 returning name',
      [id],
    )
    const [member] = rows
    if (member === undefined) return undefined
    outcome = 'removed'
    return { action: 'removed a member', details: { name: member.name } }
  })
  return outcome
}

/** Ends every other session of the member. False if the current password is wrong. */
export async function changePassword(
  { db }: { db: Db },
  member: Member,
  { current, next, sessionId }: { current: string; next: string; sessionId: number },
): Promise<boolean> {
  const { rows } = await db.query<{ password_hash: string }>(
    'select password_hash from members where id = $1',
    [member.id],
  )
  const stored = rows[0]?.password_hash
  if (!(await isPassword(current, stored))) return false
  const passwordHash = await hashPassword(next)
  const change = await changeWithRecord(db, member, async (client) => {
    const { rowCount } = await client.query(
      'update members set password_hash = $2 where id = $1 and password_hash = $3',
      [member.id, passwordHash, stored],
    )
    if (rowCount === 0) return undefined
    await client.query('delete from member_sessions where member_id = $1 and id <> $2', [
      member.id,
      sessionId,
    ])
    return { action: 'changed their password', details: {} }
  })
  return change !== undefined
}
