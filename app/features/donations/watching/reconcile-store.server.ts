import type { Queryable } from '../../../platform/database/database.server.ts'

/** Counts the payments that an RPC listed and that have no verdict yet. */
export async function countOpenListed(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from payment_checks
     where receiving_account_id = $1 and next_check_at is not null and listed_at is not null`,
    [accountId],
  )
  return rows[0]?.count ?? 0
}

/** Excludes slot `from`, includes slot `to`. */
export async function sumCredits(
  db: Queryable,
  accountId: number,
  from: bigint,
  to: bigint,
): Promise<bigint> {
  const { rows } = await db.query<{ lamports: string }>(
    `select coalesce(sum(lamports), 0)::text as lamports from donations
     where receiving_account_id = $1 and verified and slot > $2 and slot <= $3`,
    [accountId, from, to],
  )
  return BigInt(rows[0]?.lamports ?? 0)
}

/** Lately means two days: that is how long rejections are kept. */
export async function hasSpentLately(db: Queryable, accountId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from payment_checks
     where receiving_account_id = $1 and rejected_for = 'signed_by_recipient' limit 1`,
    [accountId],
  )
  return rowCount === 1
}
