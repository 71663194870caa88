import { MAX_NAME_UNITS } from '../claims/donor-name.ts'
import { type DonationIntent, MAX_TX_HASH_LENGTH } from '../contract.ts'
import { NOTHING_TYPED, type TypedDonation } from '../form/donation-draft.ts'

const STORAGE_KEY = 'npc_donation'
/** As long as the server takes an intent for a donor's. */
const KEPT_MS = 60 * 60_000
const MAX_URL_LENGTH = 1_000

/** A donation under way in this tab, so that a reload does not lose it. */
export type KeptDonation = { typed: TypedDonation; intent: DonationIntent | undefined; keptAtMs: number }

export function keepDonation(kept: KeptDonation): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
  } catch {
    // Where storage is forbidden or full a reload begins at step 1.
  }
}

export function dropDonation(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Then nothing was kept.
  }
}

export function readKeptDonation(nowMs: number): KeptDonation | undefined {
  try {
    return parseKept(sessionStorage.getItem(STORAGE_KEY), nowMs)
  } catch {
    return undefined
  }
}

/** What is in a browser's storage may be of any version of the site, or of anybody. */
export function parseKept(text: string | null, nowMs: number): KeptDonation | undefined {
  const kept = parseObject(text)
  const { keptAtMs } = kept
  const isFresh = typeof keptAtMs === 'number' && nowMs - keptAtMs >= 0 && nowMs - keptAtMs < KEPT_MS
  const typed = readTyped(kept.typed)
  return isFresh && typed ? { typed, intent: readIntent(kept.intent), keptAtMs } : undefined
}

const MAX_LENGTHS: Record<keyof TypedDonation, number> = {
  username: MAX_NAME_UNITS,
  xAccount: MAX_NAME_UNITS,
  amount: MAX_NAME_UNITS,
  txHash: MAX_TX_HASH_LENGTH,
}

function readTyped(value: unknown): TypedDonation | undefined {
  const given = asObject(value)
  const typed = { ...NOTHING_TYPED }
  for (const field of Object.keys(MAX_LENGTHS) as (keyof TypedDonation)[]) {
    const text = given[field]
    if (typeof text !== 'string' || text.length > MAX_LENGTHS[field]) return undefined
    typed[field] = text
  }
  return typed
}

function readIntent(value: unknown): DonationIntent | undefined {
  const { id, reference, payment_url } = asObject(value)
  const isIntent =
    typeof id === 'string' &&
    /^[\w-]{43}$/.test(id) &&
    typeof reference === 'string' &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(reference) &&
    typeof payment_url === 'string' &&
    payment_url.length <= MAX_URL_LENGTH &&
    payment_url.startsWith('solana:') &&
    payment_url.includes(reference)
  return isIntent ? { id, reference, payment_url } : undefined
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
