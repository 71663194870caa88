import type { ClientBase } from 'pg'
import type { Db, Queryable } from '../../platform/database/database.server.ts'

const OF_PERSON = `submissions.id in (
  select submission_id from applications where lower(name) = lower($1) or lower(x_account) = lower($2)
  union all
  select submission_id from ad_requests where lower(brand) = lower($1) or lower(contact) in (lower($1), lower($2)))`

/** What somebody with this name, brand or contact, or with this X account, has submitted. */
export async function findSubmissionsOf({ db }: { db: Db }, name: string, handle: string) {
  const { rows } = await db.query<{ id: number; kind: string; state: string; created_at: Date }>(
    `select id, kind, state, created_at from submissions where ${OF_PERSON} order by id`,
    [name, handle],
  )
  return rows
}

/** For good, with the notes about them. Returns how many. */
export async function forgetSubmissionsOf(client: ClientBase, name: string, handle: string): Promise<number> {
  const { rowCount } = await client.query(`delete from submissions where ${OF_PERSON}`, [name, handle])
  return rowCount ?? 0
}

export async function countSubmissionsFrom({ db }: { db: Queryable }, addressHash: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from submissions where sent_from = $1',
    [addressHash],
  )
  return rows[0]?.count ?? 0
}

/** They stay; they only forget where they came from. */
export async function forgetSenderOf({ db }: { db: Queryable }, addressHash: string): Promise<void> {
  await db.query('update submissions set sent_from = null, sent_from_network = null where sent_from = $1', [
    addressHash,
  ])
}
