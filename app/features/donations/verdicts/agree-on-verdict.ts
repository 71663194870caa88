import type { Verdict } from './judge-transfer.ts'

type Final = Exclude<Verdict, { status: 'pending' }>

export type Agreement =
  | { status: 'agreed'; verdict: Final }
  /** Too few RPCs answered. */
  | { status: 'open' }
  /** The RPCs that answered disagree. */
  | { status: 'contradiction' }

const WITNESSES = 2

/** For verdicts that one RPC alone must not decide: two have to agree. */
export function agreeOnVerdict(verdicts: Verdict[]): Agreement {
  const final = verdicts.filter((verdict): verdict is Final => verdict.status !== 'pending')
  const votes = Object.values(Object.groupBy(final, outcomeOf))
  const agreed = votes.filter((same) => (same?.length ?? 0) >= WITNESSES)
  const verdict = agreed.length === 1 ? agreed[0]?.[0] : undefined
  if (verdict) return { status: 'agreed', verdict }
  return { status: votes.length > 1 ? 'contradiction' : 'open' }
}

function outcomeOf(verdict: Final): string {
  return verdict.status === 'verified' ? `verified ${verdict.lamports}` : verdict.reason
}
