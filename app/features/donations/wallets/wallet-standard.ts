import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { Wallet, WalletWithFeatures } from '@wallet-standard/base'
import type { StandardConnectFeature } from '@wallet-standard/features'
import type { SolanaNetwork } from '../contract.ts'
import type { ClaimBody } from '../donation-requests.server.ts'
import { fetchTransfer, sendSignedTransfer } from '../donations-client.ts'

export type PayingWallet = WalletWithFeatures<
  StandardConnectFeature & Partial<SolanaSignTransactionFeature & SolanaSignAndSendTransactionFeature>
>

export type SigningWallet = WalletWithFeatures<StandardConnectFeature & SolanaSignMessageFeature>

export type WalletProof = NonNullable<ClaimBody['wallet']>

const SIGN = 'solana:signTransaction'
const SIGN_AND_SEND = 'solana:signAndSendTransaction'
const SIGN_MESSAGE = 'solana:signMessage'

export function payingWalletsFor(network: SolanaNetwork, wallets: readonly Wallet[]): PayingWallet[] {
  return wallets.filter(({ chains }) => chains.includes(`solana:${network}`)).filter(canPay)
}

function canPay(wallet: Wallet | PayingWallet): wallet is PayingWallet {
  const { features } = wallet
  return 'standard:connect' in features && (SIGN in features || SIGN_AND_SEND in features)
}

export function signingWalletsFor(network: SolanaNetwork, wallets: readonly Wallet[]): SigningWallet[] {
  return wallets.filter(({ chains }) => chains.includes(`solana:${network}`)).filter(canSign)
}

function canSign(wallet: Wallet | SigningWallet): wallet is SigningWallet {
  return 'standard:connect' in wallet.features && SIGN_MESSAGE in wallet.features
}

async function connect(wallet: PayingWallet | SigningWallet, network: SolanaNetwork) {
  const { accounts } = await wallet.features['standard:connect'].connect()
  const account = accounts.find(({ chains }) => chains.includes(`solana:${network}`))
  if (account === undefined) throw new Error(`the wallet has no account for ${network}`)
  return account
}

export async function proveWithWallet(
  wallet: SigningWallet,
  network: SolanaNetwork,
  textAt: (issuedAt: string) => string,
): Promise<WalletProof> {
  const account = await connect(wallet, network)
  const issuedAt = new Date().toISOString()
  const message = new TextEncoder().encode(textAt(issuedAt))
  const [output] = await wallet.features[SIGN_MESSAGE].signMessage({ account, message })
  if (output === undefined) throw new Error('the wallet returned nothing')
  return {
    address: account.address,
    signature: btoa(String.fromCharCode(...output.signature)),
    issued_at: issuedAt,
  }
}

/** The server builds the transfer, so that the page needs no Solana library; the wallet shows and signs it. */
export async function payWithWallet(
  wallet: PayingWallet,
  network: SolanaNetwork,
  intentId: string,
): Promise<void> {
  const chain = `solana:${network}` as const
  const account = await connect(wallet, network)
  const transaction = await fetchTransfer(intentId, account.address)
  const payment = { account, chain, transaction }

  const { [SIGN]: signer, [SIGN_AND_SEND]: sender } = wallet.features
  // Only the site can reach its embedded ledger, so it relays transfers signed for it.
  if (signer && (network === 'localnet' || !sender)) {
    const [output] = await signer.signTransaction(payment)
    if (output === undefined) throw new Error('the wallet returned nothing')
    await sendSignedTransfer(intentId, output.signedTransaction)
  } else await sender?.signAndSendTransaction(payment)
}
