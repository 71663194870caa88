import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { Wallet, WalletWithFeatures } from '@wallet-standard/base'
import type { StandardConnectFeature } from '@wallet-standard/features'
import type { SolanaNetwork } from './contract.ts'
import { fetchTransfer, sendSignedTransfer } from './donations-client.ts'

export type PayingWallet = WalletWithFeatures<
  StandardConnectFeature & Partial<SolanaSignTransactionFeature & SolanaSignAndSendTransactionFeature>
>

const SIGN = 'solana:signTransaction'
const SIGN_AND_SEND = 'solana:signAndSendTransaction'

/** The wallets of this browser that can pay on this network. */
export function walletsFor(network: SolanaNetwork, wallets: readonly Wallet[]): PayingWallet[] {
  return wallets.filter(({ chains }) => chains.includes(`solana:${network}`)).filter(canPay)
}

function canPay(wallet: Wallet | PayingWallet): wallet is PayingWallet {
  const { features } = wallet
  return 'standard:connect' in features && (SIGN in features || SIGN_AND_SEND in features)
}

/** The server writes the transfer, so that no chain library is needed here; the wallet shows and signs it. */
export async function payWithWallet(
  wallet: PayingWallet,
  network: SolanaNetwork,
  intentId: string,
): Promise<void> {
  const chain = `solana:${network}` as const
  const { accounts } = await wallet.features['standard:connect'].connect()
  const account = accounts.find(({ chains }) => chains.includes(chain))
  if (account === undefined) throw new Error(`the wallet has no account for ${chain}`)
  const transaction = await fetchTransfer(intentId, account.address)
  const payment = { account, chain, transaction }

  const { [SIGN]: signer, [SIGN_AND_SEND]: sender } = wallet.features
  // Only the site reaches its own ledger: what is signed for that one goes through the site.
  if (signer && (network === 'localnet' || !sender)) {
    const [output] = await signer.signTransaction(payment)
    if (output === undefined) throw new Error('the wallet gave nothing back')
    await sendSignedTransfer(intentId, output.signedTransaction)
  } else await sender?.signAndSendTransaction(payment)
}
