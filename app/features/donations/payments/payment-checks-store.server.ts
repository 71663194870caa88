import type { Queryable } from '../../../platform/database/database.server.ts'
import type { ClaimOrigin } from '../claims/open-claims-store.server.ts'
import type { Reason } from '../contract.ts'
import type { Absence } from '../verdicts/judge-transfer.ts'

export type PaymentCheck = {
  tx_hash: string
  receiving_account_id: number | null
  npc_id: string
  is_claimed: boolean
  /** An RPC listed it for our address. */
  is_listed: boolean
  attempts: number
  absent_checks: number
  rejected_for: Reason | null
}

const COLUMNS = `tx_hash, receiving_account_id, npc_id::text, is_claimed, listed_at is not null as is_listed, attempts, absent_checks,
  rejected_for`

type Claimed = { txHash: string; npcId: string; accountId: number; from: ClaimOrigin }

/** A claimed payment is checked from now on, also when it was given up before. */
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
 * Payments that an RPC listed for our address. Those known already keep their place; what was claimed or given up
 * before anyone saw it is checked now, and so is what an earlier release credited to no account. Returns those that were
 * not known before.
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

/** Places that each kind of payment may take before the others have had theirs. */
export type Shares = { listed: number; claimed: number; unseen: number }

type Lease = { accountId: number; limit: number; shares: Shares; leaseMs: number }

/**
 * Takes what is due; nobody else takes it for `leaseMs`. What an RPC listed, and what was claimed, each has its share
 * of the places and may use those that the other leaves; claims that no RPC has ever seen have their share alone.
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

/** Every RPC lacked it once more; since when, and how often by now, by the database's clock alone. */
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

/** The row stays, so that reading the history again does not check it again. What was listed is not "not found". */
export async function rejectCheck(db: Queryable, txHash: string, reason: Reason): Promise<void> {
  await db.query(
    `update payment_checks set next_check_at = null, rejected_for = $2
     where tx_hash = $1 and ($2 <> 'not_found' or listed_at is null)`,
    [txHash, reason],
  )
}

const REJECTED_KEPT = '2 days'

/** Longer than the history is read again. What was claimed is kept for its claimant. */
export async function forgetRejected(db: Queryable, accountId: number): Promise<void> {
  await db.query(
    `delete from payment_checks where receiving_account_id = $1 and rejected_for is not null and not is_claimed
       and created_at < now() - interval '${REJECTED_KEPT}'`,
    [accountId],
  )
}

/** One row for each change of outcome. */
export async function recordAttempt(db: Queryable, txHash: string, outcome: string): Promise<void> {
  await db.query(
    `insert into payment_attempts (tx_hash, outcome)
     select $1, $2 where $2 is distinct from
       (select outcome from payment_attempts where tx_hash = $1 order by id desc limit 1)`,
    [txHash, outcome],
  )
}
