import { readHandle, tidyName } from '../claims/donor-name.ts'
import { claimText, type ShownTerms } from '../contract.ts'
import type { Donor } from '../donations-client.ts'

/** What stands in the fields, as it was typed. */
export type TypedDonation = { username: string; xAccount: string; amount: string; txHash: string }
export type OnType = (field: keyof TypedDonation) => (event: { target: { value: string } }) => void

export const NOTHING_TYPED: TypedDonation = { username: '', xAccount: '', amount: '', txHash: '' }

export function donorOf({ username, xAccount, amount }: TypedDonation): Donor {
  const handle = readHandle(xAccount)
  return { username: tidyName(username), ...(handle && { x_account: handle }), amount: amountOf(amount) }
}

export function amountOf(amount: string): number {
  return Number(amount.trim().replace(',', '.'))
}

/** What the wallet that paid signs, as the server will read it: the hash itself, also out of a link. */
export function claimOf(typed: TypedDonation, { domain, network }: ShownTerms, issuedAt: string): string {
  const txHash = /[1-9A-HJ-NP-Za-km-z]{64,88}/.exec(typed.txHash)?.[0] ?? typed.txHash.trim()
  const { username, x_account: xAccount = null } = donorOf(typed)
  return claimText({ domain, network, txHash, username, xAccount, issuedAt })
}
