import { claimSentence } from './contract.ts'
import type { Donor } from './donations-client.ts'
import { readHandle, tidyName } from './donor-name.ts'

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
export function claimOf({ username, txHash }: TypedDonation): string {
  const hash = /[1-9A-HJ-NP-Za-km-z]{64,88}/.exec(txHash)?.[0] ?? txHash.trim()
  return claimSentence(hash, tidyName(username))
}
