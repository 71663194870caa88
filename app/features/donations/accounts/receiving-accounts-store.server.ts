import type { Queryable } from '../../../platform/database/database.server.ts'

/** A receiving address on one network. Every donation, intent, check and cursor belongs to exactly one. */
export type ReceivingAccount = { id: number; genesisHash: string; address: string }

export async function openReceivingAccount(
  db: Queryable,
  { genesisHash, address }: Omit<ReceivingAccount, 'id'>,
): Promise<ReceivingAccount> {
  await db.query(
    'insert into receiving_accounts (genesis_hash, address) values ($1, $2) on conflict do nothing',
    [genesisHash, address],
  )
  const { rows } = await db.query<{ id: number }>(
    'select id from receiving_accounts where genesis_hash = $1 and address = $2',
    [genesisHash, address],
  )
  return { id: rows[0]?.id as number, genesisHash, address }
}

/** Of the networks on which the address was used, the one that was added last. */
export async function findNewestGenesisHash(db: Queryable, address: string): Promise<string | undefined> {
  const { rows } = await db.query<{ genesis_hash: string }>(
    'select genesis_hash from receiving_accounts where address = $1 order by id desc limit 1',
    [address],
  )
  return rows[0]?.genesis_hash
}
