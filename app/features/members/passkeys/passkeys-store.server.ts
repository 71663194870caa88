import type { ClientBase } from 'pg'
import type { Db } from '../../../platform/database/database.server.ts'
import { changeWithRecord } from '../audit-log-store.server.ts'
import type { Member } from '../contract.ts'
import { type CurrentSession, endOtherSessions, MAX_USER_AGENT } from '../sessions-store.server.ts'
import { type Credentials, MAX_PASSKEYS, type Passkey } from './contract.ts'

export type NewPasskey = {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  userAgent: string
}
export type StoredPasskey = {
  id: number
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  userHandle: string
  member: Member
}

/** False if somebody has this passkey already. */
export async function insertPasskey(
  client: ClientBase,
  memberId: number,
  { credentialId, publicKey, counter, transports, userAgent }: NewPasskey,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into passkeys (member_id, credential_id, public_key, counter, transports, user_agent)
     values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`,
    [memberId, credentialId, publicKey, counter, transports, userAgent.slice(0, MAX_USER_AGENT)],
  )
  return rowCount === 1
}

export async function findPasskey(
  { db }: { db: Db },
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const { rows } = await db.query<Member & Omit<StoredPasskey, 'id' | 'member'> & { passkey_id: number }>(
    `select passkey.id as passkey_id, credential_id as "credentialId", public_key as "publicKey",
       counter::double precision, user_handle as "userHandle", member.id, member.name, member.role,
       member.npc_id::text
     from passkeys passkey join members member on member.id = passkey.member_id where credential_id = $1`,
    [credentialId],
  )
  if (rows[0] === undefined) return undefined
  const { passkey_id: id, credentialId: _, publicKey, counter, userHandle, ...member } = rows[0]
  return { id, credentialId, publicKey, counter, userHandle, member }
}

/** False if the authenticator has signed more often than we know of: a copy of it may exist. */
export async function recordUse(client: ClientBase, id: number, counter: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update passkeys set counter = $2, used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter],
  )
  return rowCount === 1
}

/** What an authenticator needs to know of the passkeys that a member has. */
export async function findPasskeyUser({ db }: { db: Db }, memberId: number) {
  const { rows } = await db.query<{ id: string; transports: string[] }>(
    'select credential_id as id, transports from passkeys where member_id = $1 order by id',
    [memberId],
  )
  const { rows: members } = await db.query<{ userHandle: string }>(
    'select user_handle as "userHandle" from members where id = $1',
    [memberId],
  )
  return { userHandle: members[0]?.userHandle ?? '', credentials: rows }
}

export async function listCredentials({ db }: { db: Db }, memberId: number): Promise<Credentials> {
  const { rows: passkeys } = await db.query<Passkey>(
    'select id, user_agent, created_at, used_at from passkeys where member_id = $1 order by id',
    [memberId],
  )
  const { rows } = await db.query('select from members where id = $1 and password_hash is not null', [
    memberId,
  ])
  return { has_password: rows.length > 0, passkeys }
}

export type Added = 'added' | 'too many' | 'known'

export async function addPasskey({ db }: { db: Db }, member: Member, passkey: NewPasskey): Promise<Added> {
  let outcome: Added = 'known'
  await changeWithRecord(db, member, async (client) => {
    const { passkeys } = await lockCredentials(client, member.id)
    if (passkeys >= MAX_PASSKEYS) {
      outcome = 'too many'
      return undefined
    }
    if (!(await insertPasskey(client, member.id, passkey))) return undefined
    outcome = 'added'
    return { action: 'added a passkey', details: {} }
  })
  return outcome
}

type Removed = 'removed' | 'unknown' | 'last'

/** Ends every other session of the member. One way to sign in always stays. */
export async function removePasskey(
  { db }: { db: Db },
  { id: sessionId, member }: CurrentSession,
  id: number,
): Promise<Removed> {
  let outcome: Removed = 'unknown'
  await changeWithRecord(db, member, async (client) => {
    const { passkeys, hasPassword } = await lockCredentials(client, member.id)
    const isLast = passkeys === 1 && !hasPassword
    const { rows } = await client.query('select from passkeys where id = $1 and member_id = $2', [
      id,
      member.id,
    ])
    if (rows.length === 0) return undefined
    if (isLast) {
      outcome = 'last'
      return undefined
    }
    await client.query('delete from passkeys where id = $1', [id])
    await endOtherSessions(client, member.id, sessionId)
    outcome = 'removed'
    return { action: 'removed a passkey', details: {} }
  })
  return outcome
}

/** Of two changes at the same moment, the second one sees what the first one left. */
async function lockCredentials(client: ClientBase, memberId: number) {
  const { rows: members } = await client.query<{ hasPassword: boolean }>(
    'select password_hash is not null as "hasPassword" from members where id = $1 for no key update',
    [memberId],
  )
  const { rows } = await client.query<{ passkeys: number }>(
    'select count(*)::integer as passkeys from passkeys where member_id = $1',
    [memberId],
  )
  return { hasPassword: members[0]?.hasPassword ?? false, passkeys: rows[0]?.passkeys ?? 0 }
}
