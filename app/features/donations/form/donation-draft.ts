import { tidyName } from '../../../platform/names/shown-name.ts'
import { readHandle } from '../../../platform/names/x-handle.ts'
import { findTxHash } from '../claims/find-tx-hash.ts'
import { claimText, type ShownTerms } from '../contract.ts'
import type { IntentBody } from '../donation-requests.server.ts'

/** The form's fields as the donor typed them. */
export type DonationDraft = { username: string; xAccount: string; amount: string; txHash: string }
export type OnEdit = (field: keyof DonationDraft) => (event: { target: { value: string } }) => void

export const EMPTY_DRAFT: DonationDraft = { username: '', xAccount: '', amount: '', txHash: '' }

export function donorOf({ username, xAccount, amount }: DonationDraft): IntentBody {
  const handle = readHandle(xAccount)
  return { username: tidyName(username), ...(handle && { x_account: handle }), amount: amountOf(amount) }
}

export function amountOf(amount: string): number {
  return Number(amount.trim().replace(',', '.'))
}

/** The text that the paying wallet signs, with the fields as the server reads them. */
export function claimTextOf(draft: DonationDraft, { domain, network }: ShownTerms, issuedAt: string): string {
  const txHash = findTxHash(draft.txHash) ?? draft.txHash.trim()
  const { username, x_account: xAccount = null } = donorOf(draft)
  return claimText({ domain, network, txHash, username, xAccount, issuedAt })
}
