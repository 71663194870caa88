import type { Db } from '../../../platform/database/database.server.ts'
import type { ProofCode } from './contract.ts'

export type CreditRow = {
  lamports: bigint
  tx_hash: string
  paid_at: Date | null
  username: string
  x_account: string | null
  proof: ProofCode
  npc_id: string
  is_name_hidden: boolean
}

/** Small, so that a slow reader comes back before the database ends an idle transaction. */
const BATCH_SIZE = 200

/** Every credit at one moment, the oldest first, whatever is credited meanwhile. Holds a connection until its end. */
export async function* exportCredits(
  { db }: { db: Db },
  accountId: number,
  batchSize = BATCH_SIZE,
): AsyncGenerator<CreditRow[], void> {
  const client = await db.connect()
  let isDone = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `declare credits no scroll cursor for
       select lamports, tx_hash, paid_at, username, x_account, proof, npc_id::text, is_name_hidden from donations
       where receiving_account_id = ${Number(accountId)} and verified order by created_at, id`,
    )
    for (;;) {
      const { rows } = await client.query<CreditRow>(`fetch ${Number(batchSize)} from credits`)
      if (rows.length === 0) break
      yield rows
    }
    await client.query('commit')
    isDone = true
  } finally {
    // A reader who left early leaves an open transaction behind.
    client.release(!isDone)
  }
}
