import type { Donor } from './donations-client.ts'

/** What stands in the fields, as it was typed. */
export type TypedDonation = { username: string; xAccount: string; amount: string; txHash: string }
export type OnType = (field: keyof TypedDonation) => (event: { target: { value: string } }) => void

export const NOTHING_TYPED: TypedDonation = { username: '', xAccount: '', amount: '', txHash: '' }

export function donorOf({ username, xAccount, amount }: TypedDonation): Donor {
  const handle = xAccount.trim()
  return { username: username.trim(), ...(handle && { x_account: handle }), amount: Number(amount) }
}
