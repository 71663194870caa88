import type { Db, Queryable } from '../../../platform/database/database.server.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'

/** A few of the newest and of the oldest verified payments without a receiving account. */
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

/** Gives everything without an account to this one. */
export async function adoptLegacy(db: Db, accountId: number): Promise<void> {
  await inTransaction(db, async (client) => {
    for (const table of ['donations', 'donation_intents', 'payment_checks'])
      await client.query(`update ${table} set receiving_account_id = $1 where receiving_account_id is null`, [
        accountId,
      ])
  })
}
