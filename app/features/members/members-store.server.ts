import type { Db } from '../../platform/database/database.server.ts'
import { type Author, changeWithRecord } from './audit-log-store.server.ts'
import type { Member } from './contract.ts'
import { findInvitation } from './invitations-store.server.ts'
import { insertPasskey, type NewPasskey } from './passkeys/passkeys-store.server.ts'
import { hashPassword } from './password.server.ts'
import { type CurrentSession, endOtherSessions } from './sessions-store.server.ts'
import { hashToken } from './token.server.ts'

const UNIQUE_VIOLATION = '23505'

export type Joined =
  | { status: 'joined'; member: Member }
  | { status: 'used' }
  | { status: 'name taken' }
  | { status: 'passkey known' }
type Joining = { token: string; name: string; password: string }
type Credential =
  | { passwordHash: string; passkey?: undefined; userHandle?: undefined }
  | { passkey: NewPasskey; userHandle: string; passwordHash?: undefined }
type Admission = { token: string; name: string; credential: Credential }

class PasskeyKnown extends Error {}

export async function join({ db }: { db: Db }, { token, name, password }: Joining): Promise<Joined> {
  // Hashing a password takes long: nobody without a link can ask for it.
  if ((await findInvitation({ db }, token)) === undefined) return { status: 'used' }
  return admitMember({ db }, { token, name, credential: { passwordHash: await hashPassword(password) } })
}

/** A link makes one member: of two who use it at the same moment, one finds it used. */
export async function admitMember(
  { db }: { db: Db },
  { token, name, credential: { passwordHash, passkey, userHandle } }: Admission,
): Promise<Joined> {
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
        `insert into members (name, role, npc_id, password_hash, user_handle)
         values ($1, $2, $3, $4, coalesce($5, gen_random_uuid()))
         returning id, name, role, npc_id::text`,
        [name, invitation.role, invitation.npc_id, passwordHash ?? null, userHandle ?? null],
      )
      const [member] = rows
      if (member && passkey && !(await insertPasskey(client, member.id, passkey))) throw new PasskeyKnown()
      const details = passkey ? { ...invitation, with: 'a passkey' } : { ...invitation }
      return member && { action: 'joined', details, author: member, member }
    })
    return change ? { status: 'joined', member: change.member } : { status: 'used' }
  } catch (error) {
    if (error instanceof PasskeyKnown) return { status: 'passkey known' }
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return { status: 'name taken' }
    throw error
  }
}

export async function isNameTaken({ db }: { db: Db }, name: string): Promise<boolean> {
  return (await findMember({ db }, name)).member !== undefined
}

/** Both undefined if nobody has the name. */
export async function findMember({ db }: { db: Db }, name: string) {
  const { rows } = await db.query<Member & { password_hash: string | null }>(
    'select id, name, role, npc_id::text, password_hash from members where lower(name) = lower($1)',
    [name],
  )
  if (rows[0] === undefined) return {}
  const { password_hash: passwordHash, ...member } = rows[0]
  return { member, passwordHash: passwordHash ?? undefined }
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

/** Undefined for a member who has passkeys alone. */
export async function findPasswordHash({ db }: { db: Db }, memberId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ password_hash: string | null }>(
    'select password_hash from members where id = $1',
    [memberId],
  )
  return rows[0]?.password_hash ?? undefined
}

/**
 * Ends every other session of the member. The caller knows that it is the member who asks. False if this session has been
 * ended meanwhile.
 */
export async function setPassword(
  { db }: { db: Db },
  { id: sessionId, member }: CurrentSession,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  const change = await changeWithRecord(db, member, async (client) => {
    const { rows } = await client.query<{ password_hash: string | null }>(
      'select password_hash from members where id = $1 for no key update',
      [member.id],
    )
    const { rowCount } = await client.query('select from member_sessions where id = $1', [sessionId])
    if (rowCount === 0) return undefined
    if (rows[0] === undefined) return undefined
    await client.query('update members set password_hash = $2 where id = $1', [member.id, passwordHash])
    await endOtherSessions(client, member.id, sessionId)
    return { action: rows[0].password_hash ? 'changed their password' : 'added a password', details: {} }
  })
  return change !== undefined
}
