import type { Queryable } from '../../../platform/database/database.server.ts'

type Rechecked = { is_rejected: boolean; ago_s: number | null }

/** Locked until the commit. */
export async function findRechecked(
  db: Queryable,
  accountId: number,
  txHash: string,
): Promise<Rechecked | undefined> {
  const { rows } = await db.query<Rechecked>(
    `select rejected_for is not null as is_rejected,
       extract(epoch from clock_timestamp() - rechecked_at)::float8 as ago_s
     from payment_checks where receiving_account_id = $1 and tx_hash = $2 for update`,
    [accountId, txHash],
  )
  return rows[0]
}

/** One at a time until the commit, so that operators who ask at once are all counted. */
export async function countRechecks(
  db: Queryable,
  withinS: number,
): Promise<{ count: number; oldest_s: number }> {
  await db.query("select pg_advisory_xact_lock(hashtext('re-checks'))")
  const { rows } = await db.query<{ count: number; oldest_s: number }>(
    `select count(*)::int as count,
       coalesce(extract(epoch from clock_timestamp() - min(rechecked_at)), 0)::float8 as oldest_s
     from payment_checks where rechecked_at > clock_timestamp() - $1 * interval '1 second'`,
    [withinS],
  )
  return rows[0] ?? { count: 0, oldest_s: 0 }
}

/**
 * A rejected payment starts over, as by a new claim. One that is being checked keeps how long it has been absent:
 * otherwise asking often enough would keep it open for ever.
 */
export async function reopenCheck(db: Queryable, txHash: string): Promise<void> {
  await db.query(
    `update payment_checks
     set next_check_at = least(next_check_at, now()), rechecked_at = clock_timestamp(), rejected_for = null,
       attempts = case when rejected_for is null then attempts else 0 end,
       absent_since = case when rejected_for is null then absent_since end,
       absent_checks = case when rejected_for is null then absent_checks else 0 end,
       created_at = case when rejected_for is null then created_at else now() end
     where tx_hash = $1`,
    [txHash],
  )
}
