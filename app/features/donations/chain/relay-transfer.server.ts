import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Intent } from '../claims/intents-store.server.ts'
import { isSignedTransfer } from './build-transfer.server.ts'
import { isRpcRejection } from './rpc-errors.server.ts'
import type { Chain } from './solana-api.server.ts'

type TransferContext = { chain: Chain; account: ReceivingAccount }

type Relayed =
  | { status: 'sent'; txHash: string }
  | { status: 'transfer_mismatch' | 'transfer_rejected' | 'network_unavailable' }

/** Sends the intent's signed transfer to the chain. */
export async function relayTransfer(
  { chain, account }: TransferContext,
  { lamports, reference }: Intent,
  transaction: string,
): Promise<Relayed> {
  if (!isSignedTransfer(transaction, { to: account.address, lamports, reference }))
    return { status: 'transfer_mismatch' }
  try {
    const txHash = await chain.send(transaction)
    return txHash === undefined ? { status: 'network_unavailable' } : { status: 'sent', txHash }
  } catch (error) {
    if (isRpcRejection(error)) return { status: 'transfer_rejected' }
    throw error
  }
}
