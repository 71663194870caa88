import { readHandle, tidyName } from '../claims/donor-name.ts'
import { claimText, type ShownTerms } from '../contract.ts'
import type { Donor } from '../donations-client.ts'

/** The content of the fields, as the donor typed it. */
export type DonationDraft = { username: string; xAccount: string; amount: string; txHash: string }
export type OnEdit = (field: keyof DonationDraft) => (event: { target: { value: string } }) => void

export const EMPTY_DRAFT: DonationDraft = { username: '', xAccount: '', amount: '', txHash: '' }

export function donorOf({ username, xAccount, amount }: DonationDraft): Donor {
  const handle = readHandle(xAccount)
  return { username: tidyName(username), ...(handle && { x_account: handle }), amount: amountOf(amount) }
}

export function amountOf(amount: string): number {
  return Number(amount.trim().replace(',', '.'))
}

/** What the wallet that paid signs, as the server will read it: the hash itself, also out of a link. */
export function claimTextOf(draft: DonationDraft, { domain, network }: ShownTerms, issuedAt: string): string {
  const txHash = /[1-9A-HJ-NP-Za-km-z]{64,88}/.exec(draft.txHash)?.[0] ?? draft.txHash.trim()
  const { username, x_account: xAccount = null } = donorOf(draft)
  return claimText({ domain, network, txHash, username, xAccount, issuedAt })
}
