import { MAX_NAME_UNITS } from '../claims/donor-name.ts'
import type { DonationDraft } from './donation-draft.ts'

type Donor = Pick<DonationDraft, 'username' | 'xAccount'>

const KEY = 'npc_donor'

/** Remembers the name of a donation that was made, for the donor's next visit. */
export function rememberDonor({ username, x_account }: { username: string; x_account: string | null }): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ username, xAccount: x_account ?? '' } satisfies Donor))
  } catch {
    // Without storage the donor has to type the name again.
  }
}

export function recallDonor(): Donor | undefined {
  try {
    const { username, xAccount } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Donor
    return isName(username) && isName(xAccount) ? { username, xAccount } : undefined
  } catch {
    return undefined
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_NAME_UNITS
}
