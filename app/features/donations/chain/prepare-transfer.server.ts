import { isAddress } from '@solana/kit'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Intent } from '../claims/intents-store.server.ts'
import { buildTransfer } from './build-transfer.server.ts'
import type { Chain } from './solana-api.server.ts'

type TransferContext = { chain: Chain; account: ReceivingAccount }

type Prepared =
  | { status: 'prepared'; transaction: string }
  | { status: 'payer_invalid' | 'network_unavailable' }

/** Builds the transfer that the donor's wallet signs. */
export async function prepareTransfer(
  { chain, account }: TransferContext,
  { lamports, reference }: Intent,
  payer: string,
): Promise<Prepared> {
  if (!isAddress(payer)) return { status: 'payer_invalid' }
  const lifetime = await chain.latestBlockhash()
  if (lifetime === undefined) return { status: 'network_unavailable' }
  const transaction = buildTransfer({ from: payer, to: account.address, lamports, reference, lifetime })
  return { status: 'prepared', transaction }
}
