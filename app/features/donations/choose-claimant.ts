import { ANONYMOUS } from './contract.ts'

/** Why a payment has its name, strongest first. */
const PROOFS = ['reference', 'signature', 'intent', 'paste', 'none'] as const
export type Proof = (typeof PROOFS)[number]

export type Claimant = {
  username: string
  x_account: string | null
  intent_id: string | null
  /** When the donation of `intent_id` was begun. */
  begunAtMs: number | null
  proof: Proof
}

/** Somebody who says that a payment is his, in the order in which they said so. */
export type Claim = {
  username: string
  x_account: string | null
  wallet: string | null
  intent: { id: string; begunAtMs: number } | null
}

export type PaymentFacts = { payer: string; paidAtMs: number | undefined }

export const NOBODY: Claimant = {
  username: ANONYMOUS,
  x_account: null,
  intent_id: null,
  begunAtMs: null,
  proof: 'none',
}

/** Validators agree on the time of a block within a second or two. */
const BLOCK_TIME_DRIFT_MS = 2_000

function isStronger(one: Claimant, than: Claimant): boolean {
  if (one.proof !== than.proof) return PROOFS.indexOf(one.proof) < PROOFS.indexOf(than.proof)
  return one.proof === 'intent' && (one.begunAtMs ?? Infinity) < (than.begunAtMs ?? Infinity)
}

/** The strongest proof gets the line; among equals, who began first, or else who came first. */
export function chooseClaimant(current: Claimant, claims: Claim[], payment: PaymentFacts): Claimant {
  return claims
    .map((claim) => withProof(claim, payment))
    .reduce((best, next) => (isStronger(next, best) ? next : best), current)
}

function withProof({ username, x_account, wallet, intent }: Claim, payment: PaymentFacts): Claimant {
  const proof = proofOf(wallet, intent, payment)
  return { username, x_account, intent_id: intent?.id ?? null, begunAtMs: intent?.begunAtMs ?? null, proof }
}

function proofOf(wallet: Claim['wallet'], intent: Claim['intent'], payment: PaymentFacts): Proof {
  if (wallet === payment.payer) return 'signature'
  return intent && wasBegunBefore(intent.begunAtMs, payment.paidAtMs) ? 'intent' : 'paste'
}

function wasBegunBefore(begunAtMs: number, paidAtMs: number | undefined): boolean {
  return paidAtMs !== undefined && begunAtMs <= paidAtMs + BLOCK_TIME_DRIFT_MS
}

/** While the payment is unknown: could this claim turn out to be stronger than those already made? */
export function couldWin(own: Claim, others: Claim[]): boolean {
  const { wallet, intent } = own
  const isNewWallet = wallet !== null && others.every((other) => other.wallet !== wallet)
  const isBegunFirst =
    intent !== null && others.every((other) => !other.intent || intent.begunAtMs < other.intent.begunAtMs)
  return isNewWallet || isBegunFirst
}
