import type pg from 'pg'
import type { Db } from '../../platform/database/database.server.ts'
import type { Reason } from './contract.ts'
import type { ClaimOrigin } from './open-claims-store.server.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

export type PaymentCheck = {
  tx_hash: string
  npc_id: string
  is_claimed: boolean
  attempts: number
  rejected_for: Reason | null
  created_at: Date
}

const COLUMNS = 'tx_hash, npc_id::text, is_claimed, attempts, rejected_for, created_at'

/** A claimed payment is looked at from now on, also when it was given up before. */
export async function enqueueClaimed(
  client: Queryable,
  { txHash, npcId, accountId, from }: { txHash: string; npcId: string; accountId: number; from: ClaimOrigin },
): Promise<void> {
  await client.query(
    `insert into payment_checks
       (tx_hash, npc_id, is_claimed, receiving_account_id, claimed_from, claimed_from_network)
     values ($1, $2, true, $3, $4, $5)
     on conflict (tx_hash) do update
     set is_claimed = true, next_check_at = now(), attempts = 0, rejected_for = null, created_at = now()`,
    [txHash, npcId, accountId, from.address, from.network],
  )
}

/** Payments that the watcher found; those already known keep their place. */
export async function enqueueFound(client: Queryable, txHashes: string[], npcId: string): Promise<void> {
  await client.query(
    `insert into payment_checks (tx_hash, npc_id, is_claimed)
     select found.tx_hash, $2, false from unnest($1::text[]) as found (tx_hash)
     where not exists (select from donations d where d.tx_hash = found.tx_hash and d.verified)
     on conflict (tx_hash) do nothing`,
    [txHashes, npcId],
  )
}

export async function findCheck(
  { db }: { db: Queryable },
  txHash: string,
): Promise<PaymentCheck | undefined> {
  const { rows } = await db.query<PaymentCheck>(`select ${COLUMNS} from payment_checks where tx_hash = $1`, [
    txHash,
  ])
  return rows[0]
}

/** Takes what is due, claimed ones first; nobody else takes it for `leaseMs`. */
export async function leaseDue({ db }: { db: Db }, limit: number, leaseMs: number): Promise<PaymentCheck[]> {
  const { rows } = await db.query<PaymentCheck>({
    name: 'lease-payment-checks',
    text: `update payment_checks
           set next_check_at = now() + $2 * interval '1 ms', attempts = attempts + 1
           where tx_hash in (
             select tx_hash from payment_checks where next_check_at <= now()
             order by is_claimed desc, next_check_at limit $1 for update skip locked)
           returning ${COLUMNS}`,
    values: [limit, leaseMs],
  })
  return rows
}

export async function postpone({ db }: { db: Db }, txHash: string, delayMs: number): Promise<void> {
  await db.query(
    `update payment_checks set next_check_at = now() + $2 * interval '1 ms'
     where tx_hash = $1 and next_check_at is not null`,
    [txHash, delayMs],
  )
}

export async function finishCheck(client: Queryable, txHash: string): Promise<void> {
  await client.query('delete from payment_checks where tx_hash = $1', [txHash])
}

/** What nobody claimed leaves no trace: a stranger's spam must not fill the table. */
export async function rejectCheck({ db }: { db: Db }, txHash: string, reason: Reason): Promise<void> {
  await db.query('delete from payment_checks where tx_hash = $1 and not is_claimed', [txHash])
  await db.query('update payment_checks set next_check_at = null, rejected_for = $2 where tx_hash = $1', [
    txHash,
    reason,
  ])
}

export async function recordAttempt({ db }: { db: Db }, txHash: string, outcome: string): Promise<void> {
  await db.query('insert into payment_attempts (tx_hash, outcome) values ($1, $2)', [txHash, outcome])
}
