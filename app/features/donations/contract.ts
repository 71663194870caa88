export const RECENT_SUPPORTERS = 10
export const ANONYMOUS = 'Anonymous'
export const LAMPORTS_PER_SOL = 1_000_000_000n
/** 0.001 SOL, the step of the form; less is dust. */
export const MIN_LAMPORTS = 1_000_000n
export const MAX_LAMPORTS = 1_000_000n * LAMPORTS_PER_SOL

export const MAX_TX_HASH_LENGTH = 300
export const INTENT_ID = /^[\w-]{43}$/
/** An intent counts for payments made within this time. */
export const INTENT_LIFETIME_MS = 60 * 60_000
const DECIMALS = 9

/** Why a donation is pending or rejected. */
export type Reason =
  | 'malformed_signature'
  | 'rpc_unavailable'
  | 'rpc_rate_limited'
  | 'unsupported_transaction_version'
  | 'not_found_yet'
  | 'not_found'
  | 'below_commitment'
  | 'meta_missing'
  | 'rpc_returned_forged_message'
  | 'failed_on_chain'
  | 'recipient_not_in_transaction'
  | 'signed_by_recipient'
  | 'nothing_received'
  | 'below_minimum'
  | 'already_claimed'

/** The server keeps checking a payment after these. */
export const PENDING_REASONS: ReadonlySet<Reason> = new Set([
  'rpc_unavailable',
  'rpc_rate_limited',
  'unsupported_transaction_version',
  'not_found_yet',
  'below_commitment',
  'meta_missing',
  'rpc_returned_forged_message',
] satisfies Reason[])

export const SOLANA_NETWORKS = ['localnet', 'devnet', 'testnet', 'mainnet'] as const
export type SolanaNetwork = (typeof SOLANA_NETWORKS)[number]

/** Where donations go. */
export type PaymentTerms = { address: string; network: SolanaNetwork }

/** As the page needs them, with the host that a wallet shows before signing. */
export type ShownTerms = PaymentTerms & { domain: string }

export type Supporter = {
  id: string
  username: string
  x_account: string | null
  /** In SOL. */
  amount: number
  tx_hash: string
  created_at: string
}

/** `is_revision`: the donation was listed before, and its name is now shown or hidden. */
export type DonationEvent = Supporter & { npc_id: string; is_revision?: true }

export type DonationsOfNpc = { recent: Supporter[]; total: number; supporters: number }

export type Donation = Supporter & { npc_id: string; verified: boolean }

export type Verification = { success: true; amount: number } | { success: false; reason: Reason }

/** A prepared donation. A payment with its reference gets the donor's name without a hash. */
export type DonationIntent = { id: string; reference: string; payment_url: string }

/** The donation that an intent led to, if any. */
export type IntentState = { donation: Donation | null }

/** A transfer in base64: unsigned on its way to the wallet, signed on its way back. */
export type WireTransaction = { transaction: string }

type ClaimText = {
  domain: string
  network: SolanaNetwork
  txHash: string
  username: string
  xAccount: string | null
  /** ISO 8601. */
  issuedAt: string
}

/** The text that the paying wallet signs. It is valid for one site, network, payment and name. */
export function claimText({ domain, network, txHash, username, xAccount, issuedAt }: ClaimText): string {
  return [
    `${domain} asks you to confirm a donation. Signing costs nothing and moves no funds.`,
    '',
    `Transaction: ${txHash}`,
    `Name: ${username}`,
    `X account: ${xAccount === null ? 'none' : `@${xAccount}`}`,
    `Network: ${network}`,
    `Issued at: ${issuedAt}`,
  ].join('\n')
}

/** Further decimals must be zeros. */
const AMOUNT = new RegExp(`^(\\d{0,12})(?:[.,](\\d{0,${DECIMALS}})0*)?$`)

/** The exact amount in lamports; undefined if it is not a number or finer than a lamport. */
export function parseSol(amount: string | number): bigint | undefined {
  const text = typeof amount === 'number' ? toDecimalText(amount) : amount.trim()
  const [, whole = '', fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === '' && fraction === '') return undefined
  return BigInt(whole || 0) * LAMPORTS_PER_SOL + BigInt(fraction.padEnd(DECIMALS, '0'))
}

/** Writes 1e-9 as 0.000000001; empty if nine decimals cannot hold the number. */
function toDecimalText(amount: number): string {
  if (!Number.isFinite(amount) || Math.abs(amount) >= 1e12) return ''
  const text = amount.toFixed(DECIMALS)
  return Number(text) === amount ? text : ''
}

export function toSol(lamports: bigint): number {
  return Number(lamports) / Number(LAMPORTS_PER_SOL)
}

/** Exact, with a point: for programs. */
export function toSolText(lamports: bigint): string {
  const fraction = String(lamports % LAMPORTS_PER_SOL)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  const whole = lamports / LAMPORTS_PER_SOL
  return fraction === '' ? `${whole}` : `${whole}.${fraction}`
}
