import { createSolanaRpc } from '@solana/kit'
import {
  openReceivingAccount,
  type ReceivingAccount,
} from '../../../app/features/donations/accounts/receiving-accounts-store.server.ts'
import type { Db } from '../../../app/platform/database/database.server.ts'

/** The receiving account of an address on the ledger behind this RPC. */
export async function testAccount(db: Db, rpcUrl: string, address: string): Promise<ReceivingAccount> {
  const genesisHash = await createSolanaRpc(rpcUrl).getGenesisHash().send()
  return openReceivingAccount(db, { genesisHash, address })
}
