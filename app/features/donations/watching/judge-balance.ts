import { MIN_LAMPORTS } from '../contract.ts'

type Balance = { slot: bigint; lamports: bigint }

export type Books = {
  before: Balance
  now: Balance
  /** Credited for payments in the slots between. */
  credited: bigint
  /** The receiving address signed a transaction meanwhile: it may have spent. */
  hasSpent: boolean
}

/**
 * Compares what the address gained with what was credited. Dust is not credited, so less than the least donation is
 * no difference; and of an address that spends, only a gain beyond the credits says something.
 */
export function judgeBalance({
  before,
  now,
  credited,
  hasSpent,
}: Books): 'balanced' | 'missing' | 'unbacked' {
  const difference = now.lamports - before.lamports - credited
  if (difference >= MIN_LAMPORTS) return 'missing'
  if (difference <= -MIN_LAMPORTS && !hasSpent) return 'unbacked'
  return 'balanced'
}
