import { MIN_LAMPORTS } from '../contract.ts'

export type Balance = { slot: bigint; lamports: bigint }

type Books = {
  before: Balance
  now: Balance
  /** Credited for payments between the two slots. */
  credited: bigint
  /** The receiving address signed a transaction lately, so it may have spent. */
  hasSpent: boolean
}

/**
 * Compares what the address gained with what was credited. Dust is not credited, so a difference below the minimum
 * donation does not count. If the address has spent, only a gain beyond the credits means anything.
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
