import { MAX_NAME_UNITS } from '../claims/donor-name.ts'
import { type DonationIntent, INTENT_ID, INTENT_LIFETIME_MS, MAX_TX_HASH_LENGTH } from '../contract.ts'
import { type DonationDraft, EMPTY_DRAFT } from '../form/donation-draft.ts'

const STORAGE_KEY = 'npc_donation'
const MAX_URL_LENGTH = 1_000

/** This tab's unfinished donation, saved so that a reload does not lose it. */
export type SavedDonation = { draft: DonationDraft; intent: DonationIntent | undefined; savedAtMs: number }

export function saveDonation(saved: SavedDonation): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(saved))
  } catch {
    // If storage is blocked or full, a reload starts at step 1.
  }
}

export function deleteSavedDonation(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is blocked, so nothing was saved.
  }
}

export function readSavedDonation(nowMs: number): SavedDonation | undefined {
  try {
    return parseSaved(sessionStorage.getItem(STORAGE_KEY), nowMs)
  } catch {
    return undefined
  }
}

/** Storage may hold anything: data of an older release, or of someone else. */
export function parseSaved(text: string | null, nowMs: number): SavedDonation | undefined {
  const saved = parseObject(text)
  const { savedAtMs } = saved
  const isFresh =
    typeof savedAtMs === 'number' && nowMs - savedAtMs >= 0 && nowMs - savedAtMs < INTENT_LIFETIME_MS
  const draft = readDraft(saved.draft)
  return isFresh && draft ? { draft, intent: readIntent(saved.intent), savedAtMs } : undefined
}

const MAX_LENGTHS: Record<keyof DonationDraft, number> = {
  username: MAX_NAME_UNITS,
  xAccount: MAX_NAME_UNITS,
  amount: MAX_NAME_UNITS,
  txHash: MAX_TX_HASH_LENGTH,
}

function readDraft(value: unknown): DonationDraft | undefined {
  const given = asObject(value)
  const draft = { ...EMPTY_DRAFT }
  for (const field of Object.keys(MAX_LENGTHS) as (keyof DonationDraft)[]) {
    const text = given[field]
    if (typeof text !== 'string' || text.length > MAX_LENGTHS[field]) return undefined
    draft[field] = text
  }
  return draft
}

function readIntent(value: unknown): DonationIntent | undefined {
  const { id, reference, payment_url } = asObject(value)
  const isIntent =
    typeof id === 'string' &&
    INTENT_ID.test(id) &&
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
