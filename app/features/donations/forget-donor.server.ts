import type { Db, Queryable } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import { ANONYMOUS } from './contract.ts'
import { notifyRevision } from './donations-store.server.ts'

/** Where the name is, and the payments that have it, verified or not. */
export type DonorTraces = {
  rows: Record<'donations' | 'claims' | 'intents' | 'displacements' | 'events', number>
  payments: { tx_hash: string; lamports: bigint; created_at: Date }[]
}

export async function findDonor({ db }: { db: Queryable }, username: string): Promise<DonorTraces> {
  const { rows } = await db.query<DonorTraces['rows']>(
    `select (select count(*)::int from donations where username = $1) as donations,
       (select count(*)::int from donation_claims where username = $1) as claims,
       (select count(*)::int from donation_intents where username = $1) as intents,
       (select count(*)::int from donation_displacements where $1 in (old_username, new_username)) as displacements,
       (select count(*)::int from events where name = 'donation' and data ->> 'username' = $1) as events`,
    [username],
  )
  const payments = await db.query<DonorTraces['payments'][number]>(
    'select tx_hash, lamports, created_at from donations where username = $1 order by created_at',
    [username],
  )
  return { rows: rows[0] as DonorTraces['rows'], payments: payments.rows }
}

/**
 * Removes the name and what was given with it. Payments, amounts and the strength of their proof stay: otherwise totals
 * would change, or somebody else could claim the payment.
 */
export async function forgetDonor({ db }: { db: Db }, username: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query(
      'update donations set username = $2, x_account = null, is_name_hidden = false where username = $1',
      [username, ANONYMOUS],
    )
    await client.query(
      'update donation_claims set username = $2, x_account = null, wallet = null where username = $1',
      [username, ANONYMOUS],
    )
    await client.query('update donation_intents set username = $2, x_account = null where username = $1', [
      username,
      ANONYMOUS,
    ])
    await client.query(
      `update donation_displacements
       set old_username = case old_username when $1 then $2 else old_username end,
         new_username = case new_username when $1 then $2 else new_username end
       where $1 in (old_username, new_username)`,
      [username, ANONYMOUS],
    )
    await client.query(
      `update events set data = data || jsonb_build_object('username', $2::text, 'x_account', null)
       where name = 'donation' and data ->> 'username' = $1`,
      [username, ANONYMOUS],
    )
    await notifyRevision(client)
  })
}

/** How many checks know the hash of this address. */
export async function countClaimsFrom({ db }: { db: Queryable }, addressHash: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from payment_checks where claimed_from = $1',
    [addressHash],
  )
  return rows[0]?.count ?? 0
}

/** The checks go on; they only forget where the claim came from. */
export async function forgetClaimsFrom({ db }: { db: Queryable }, addressHash: string): Promise<void> {
  await db.query(
    'update payment_checks set claimed_from = null, claimed_from_network = null where claimed_from = $1',
    [addressHash],
  )
}
