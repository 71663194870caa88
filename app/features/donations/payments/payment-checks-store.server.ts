import type { Queryable } from '../../../platform/database/database.server.ts'
import type { ClaimOrigin } from '../claims/open-claims-store.server.ts'
import type { Reason } from '../contract.ts'
import type { Absence } from '../verdicts/judge-transfer.ts'

export type PaymentCheck = {
  tx_hash: string
  receiving_account_id: number | null
  npc_id: string
  is_claimed: boolean
  /** An RPC listed it for the receiving address. */
  is_listed: boolean
  attempts: number
  absent_checks: number
  rejected_for: Reason | null
}

const COLUMNS = `tx_hash, receiving_account_id, npc_id::text, is_claimed, listed_at is not null as is_listed, attempts, absent_checks,
  rejected_for`

type Claimed = { txHash: string; npcId: string; accountId: number; from: ClaimOrigin }

/** Checks a claimed payment from now on, even if it was rejected before. */
export async function enqueueClaimed(
  db: Queryable,
  { txHash, npcId, accountId, from }: Claimed,
): Promise<void> {
  await db.query(
    `insert into payment_checks
       (tx_hash, npc_id, is_claimed, receiving_account_id, claimed_from, claimed_from_network)
     values ($1, $2, true, $3, $4, $5)
     on conflict (tx_hash) do update
     set is_claimed = true, receiving_account_id = excluded.receiving_account_id,
         claimed_from = excluded.claimed_from, claimed_from_network = excluded.claimed_from_network,
         next_check_at = now(), attempts = 0, rejected_for = null, absent_since = null, absent_checks = 0,
         created_at = now()`,
    [txHash, npcId, accountId, from.address, from.network],
  )
}

type Found = { txHashes: string[]; npcId: string; accountId: number }

/**
 * Queues payments that an RPC listed for the receiving address. Queued ones keep their place. A payment that was
 * claimed or rejected before any RPC listed it, rejected for another receiving address, or credited without an account by
 * an earlier release, is checked now.
 * Returns the payments that had no check before.
 */
export async function enqueueFound(db: Queryable, { txHashes, npcId, accountId }: Found): Promise<string[]> {
  const { rows } = await db.query<{ tx_hash: string; is_new: boolean }>(
    `insert into payment_checks (tx_hash, npc_id, receiving_account_id, is_claimed, listed_at)
     select distinct found.tx_hash, $2::integer, $3::integer, false, now()
     from unnest($1::text[]) as found (tx_hash)
     where not exists (select from donations d where d.tx_hash = found.tx_hash and d.verified
                       and d.receiving_account_id is not null)
     order by found.tx_hash
     on conflict (tx_hash) do update
     set listed_at = coalesce(payment_checks.listed_at, now()), receiving_account_id = excluded.receiving_account_id,
         next_check_at = now(), attempts = 0, rejected_for = null, absent_since = null, absent_checks = 0
     where payment_checks.rejected_for = 'not_found'
        or payment_checks.rejected_for is not null
           and payment_checks.receiving_account_id is distinct from excluded.receiving_account_id
        or payment_checks.listed_at is null and payment_checks.next_check_at is not null
     returning tx_hash, xmax = 0 as is_new`,
    [txHashes, npcId, accountId],
  )
  return rows.filter(({ is_new }) => is_new).map(({ tx_hash }) => tx_hash)
}

export async function findCheck(db: Queryable, txHash: string): Promise<PaymentCheck | undefined> {
  const { rows } = await db.query<PaymentCheck>(`select ${COLUMNS} from payment_checks where tx_hash = $1`, [
    txHash,
  ])
  return rows[0]
}

/** How many places each kind of payment is guaranteed. */
export type Shares = { listed: number; claimed: number; unseen: number }

type Lease = { accountId: number; limit: number; shares: Shares; leaseMs: number }

/**
 * Leases due checks: no other instance takes them for `leaseMs`. Listed and claimed payments each have a share of the
 * places and may borrow the other's free ones. Claims that no RPC has seen so far never get more than their share.
 */
export async function leaseDue(db: Queryable, lease: Lease): Promise<PaymentCheck[]> {
  const { accountId, limit, shares, leaseMs } = lease
  const { rows } = await db.query<PaymentCheck>({
    name: 'lease-payment-checks',
    text: `with listed as materialized (
             select tx_hash, next_check_at from payment_checks
             where receiving_account_id = $1 and next_check_at <= now() and listed_at is not null
             order by next_check_at limit $2 for update skip locked
           ), claimed as materialized (
             select tx_hash, next_check_at from payment_checks
             where receiving_account_id = $1 and next_check_at <= now() and listed_at is null and absent_checks = 0
             order by next_check_at limit $2 for update skip locked
           ), unseen as materialized (
             select tx_hash, next_check_at from payment_checks
             where receiving_account_id = $1 and next_check_at <= now() and listed_at is null and absent_checks > 0
             order by next_check_at limit $5 for update skip locked
           ), taken as (
             select tx_hash, place > share as is_borrowed from (
               select tx_hash, row_number() over (order by next_check_at) as place, $3::bigint as share from listed
               union all
               select tx_hash, row_number() over (order by next_check_at), $4::bigint from claimed
               union all
               select tx_hash, row_number() over (order by next_check_at), $5::bigint from unseen
             ) as due
             order by is_borrowed, place, random() limit $2
           )
           update payment_checks set next_check_at = now() + $6 * interval '1 ms', attempts = attempts + 1
           where tx_hash in (select tx_hash from taken)
           returning ${COLUMNS}`,
    values: [accountId, limit, shares.listed, shares.claimed, shares.unseen, leaseMs],
  })
  return rows
}

export async function postpone(db: Queryable, txHash: string, delayMs: number): Promise<void> {
  await db.query(
    `update payment_checks set next_check_at = now() + $2 * interval '1 ms'
     where tx_hash = $1 and next_check_at is not null`,
    [txHash, delayMs],
  )
}

/** Counts one more check in which no RPC had it. Only the database's clock measures how long. */
export async function recordAbsence(db: Queryable, txHash: string): Promise<Absence> {
  const { rows } = await db.query<Absence>(
    `update payment_checks
     set absent_since = coalesce(absent_since, clock_timestamp()), absent_checks = absent_checks + 1
     where tx_hash = $1
     returning absent_checks as checks, extract(epoch from clock_timestamp() - absent_since)::float8 * 1000 as ms`,
    [txHash],
  )
  return rows[0] ?? { checks: 0, ms: 0 }
}

export async function clearAbsence(db: Queryable, txHash: string): Promise<void> {
  await db.query('update payment_checks set absent_since = null, absent_checks = 0 where tx_hash = $1', [
    txHash,
  ])
}

export async function finishCheck(db: Queryable, txHash: string): Promise<void> {
  await db.query('delete from payment_checks where tx_hash = $1', [txHash])
}

/** Keeps the row, so that rereading the history does not check it again. A listed payment is never "not found". */
export async function rejectCheck(db: Queryable, txHash: string, reason: Reason): Promise<void> {
  await db.query(
    `update payment_checks set next_check_at = null, rejected_for = $2
     where tx_hash = $1 and ($2 <> 'not_found' or listed_at is null)`,
    [txHash, reason],
  )
}

const KEPT_FOR = '2 days'

/** Kept longer than the history is reread. A claimed payment stays, so that its claimant can see the reason. */
export async function deleteRejected(db: Queryable, accountId: number): Promise<void> {
  await db.query(
    `delete from payment_checks where receiving_account_id = $1 and rejected_for is not null and not is_claimed
       and created_at < now() - interval '${KEPT_FOR}'`,
    [accountId],
  )
}

/** One row per change of outcome. */
export async function recordAttempt(db: Queryable, txHash: string, outcome: string): Promise<void> {
  await db.query(
    `insert into payment_attempts (tx_hash, outcome)
     select $1, $2 where $2 is distinct from
       (select outcome from payment_attempts where tx_hash = $1 order by id desc limit 1)`,
    [txHash, outcome],
  )
}

type QueueState = { listed: number; claimed: number; overdueS: number }

/** Open checks. Only those of listed payments can be overdue: claims that nobody has seen wait for their share. */
export async function measureQueue(db: Queryable, accountId: number): Promise<QueueState> {
  const { rows } = await db.query<QueueState>({
    name: 'measure-payment-queue',
    text: `select count(*) filter (where listed_at is not null)::int as listed,
             count(*) filter (where listed_at is null)::int as claimed,
             coalesce(greatest(0, extract(epoch from
               now() - min(next_check_at) filter (where listed_at is not null))), 0)::float8 as "overdueS"
           from payment_checks where receiving_account_id = $1 and next_check_at is not null`,
    values: [accountId],
  })
  return rows[0] ?? { listed: 0, claimed: 0, overdueS: 0 }
}
