import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import { ANONYMOUS, INTENT_LIFETIME_MS } from '../contract.ts'

/** The reasons a payment can have its name, strongest first. */
const PROOFS = ['reference', 'signature', 'intent', 'paste', 'none'] as const
export type Proof = (typeof PROOFS)[number]

/** Who gets a payment, and which NPC they meant. */
export type Claimant = {
  npc_id: string
  username: string
  x_account: string | null
  intent_id: string | null
  proof: Proof
}

export type IntentFacts = {
  id: string
  npc_id: string
  username: string
  x_account: string | null
  lamports: bigint
  createdAtMs: number
  /** Another payment got its name from this intent. */
  isUsed: boolean
}

/** A visitor's statement that a payment is theirs. */
export type Claim = {
  npc_id: string
  username: string
  x_account: string | null
  /** The wallet that signed the claim. */
  wallet: string | null
  intent: IntentFacts | null
}

export type Payment = {
  lamports: bigint
  paidAtMs: number | undefined
  /** The signers whose balance fell by at least the donation. */
  payers: string[]
  /** The intent whose reference the payment carries. */
  referenced: IntentFacts | undefined
}

export const NOBODY: Claimant = {
  npc_id: LIVE_NPC_ID,
  username: ANONYMOUS,
  x_account: null,
  intent_id: null,
  proof: 'none',
}

type Choice = { claimant: Claimant; hasChanged: boolean }

/** The strongest proof gets the payment. Only a strictly stronger proof displaces the current claimant. */
export function chooseClaimant(current: Claimant, claims: Claim[], payment: Payment): Choice {
  const candidates = claims.map((claim) => prove(claim, payment))
  if (payment.referenced) candidates.unshift(fromIntent(payment.referenced, 'reference'))
  const [best] = candidates.sort(byStrength)
  const hasChanged = best !== undefined && rank(best.claimant) < rank(current)
  return { claimant: hasChanged ? best.claimant : current, hasChanged }
}

type Candidate = { claimant: Claimant; createdAtMs: number }

function prove(claim: Claim, payment: Payment): Candidate {
  const { npc_id, username, x_account, wallet, intent } = claim
  const isSigned = wallet !== null && payment.payers.includes(wallet)
  if (!isSigned && intent && isFor(intent, payment)) return fromIntent(intent, 'intent')
  const proof = isSigned ? 'signature' : 'paste'
  return { claimant: { npc_id, username, x_account, intent_id: intent?.id ?? null, proof }, createdAtMs: 0 }
}

function fromIntent(intent: IntentFacts, proof: 'reference' | 'intent'): Candidate {
  const { id, npc_id, username, x_account, createdAtMs } = intent
  return { claimant: { npc_id, username, x_account, intent_id: id, proof }, createdAtMs }
}

/**
 * An intent names one payment, of exactly its amount, made within the hour after its creation. Others can see a payment
 * once it is made, so what is created then proves nothing, not even in the same second.
 */
function isFor({ lamports, createdAtMs, isUsed }: IntentFacts, payment: Payment): boolean {
  if (isUsed || lamports !== payment.lamports || payment.paidAtMs === undefined) return false
  const ageMs = payment.paidAtMs - createdAtMs
  return ageMs > 0 && ageMs <= INTENT_LIFETIME_MS
}

/** Among equal proofs, the newest intent wins; without intents, the first claim. */
function byStrength(one: Candidate, other: Candidate): number {
  return rank(one.claimant) - rank(other.claimant) || other.createdAtMs - one.createdAtMs
}

function rank({ proof }: Claimant): number {
  return PROOFS.indexOf(proof)
}

/** Whether this claim may beat the earlier ones once the payment is known. */
export function couldWin({ wallet, intent }: Claim, others: Claim[]): boolean {
  const isNewWallet = wallet !== null && others.every((other) => other.wallet !== wallet)
  const isNewIntent =
    intent !== null && !intent.isUsed && others.every((other) => other.intent?.id !== intent.id)
  return isNewWallet || isNewIntent
}
