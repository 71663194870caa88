import type { ClientBase } from 'pg'
import type { Db } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import type { AuditEntry } from './contract.ts'

/** Undefined: somebody on the machine itself. */
export type Author = { id: number; name: string } | undefined
export type Details = AuditEntry['details']

const ON_THE_MACHINE = 'the machine'

/**
 * Changes something and records it, or does neither. The work returns what the entry says, or undefined if nothing
 * has changed.
 */
export function changeWithRecord<T extends { action: string; details: Details; author?: Author }>(
  db: Db,
  author: Author,
  work: (client: ClientBase) => Promise<T | undefined>,
): Promise<T | undefined> {
  return inTransaction(db, async (client) => {
    const change = await work(client)
    if (change === undefined) return undefined
    const by = change.author ?? author
    await client.query(
      'insert into audit_log (member_id, member_name, action, details) values ($1, $2, $3, $4)',
      [by?.id ?? null, by?.name ?? ON_THE_MACHINE, change.action, change.details],
    )
    return change
  })
}

/** The newest first, of those older than `before`. */
export async function listAuditEntries(
  { db }: { db: Db },
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await db.query<AuditEntry>(
    `select id::text, created_at, member_name as member, action, details from audit_log
     where $1::bigint is null or id < $1 order by audit_log.id desc limit $2`,
    [before ?? null, limit],
  )
  return rows
}
