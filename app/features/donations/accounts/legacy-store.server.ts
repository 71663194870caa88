import type { Db, Queryable } from '../../../platform/database/database.server.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'

/** Verified payments from before receiving accounts: a few of the newest and a few of the oldest. */
export async function sampleLegacy(db: Queryable, size: number): Promise<string[]> {
  const { rows } = await db.query<{ tx_hash: string }>(
    `(select tx_hash from donations where receiving_account_id is null and verified
      order by created_at desc limit $1)
     union
     (select tx_hash from donations where receiving_account_id is null and verified order by created_at limit $1)`,
    [size],
  )
  return rows.map(({ tx_hash }) => tx_hash)
}

/** Everything that belongs to no account belongs to this one from now on. */
export async function adoptLegacy(db: Db, accountId: number): Promise<void> {
  await inTransaction(db, async (client) => {
    for (const table of ['donations', 'donation_intents', 'payment_checks'])
      await client.query(`update ${table} set receiving_account_id = $1 where receiving_account_id is null`, [
        accountId,
      ])
  })
}
