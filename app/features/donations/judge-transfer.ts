import { LEAST_LAMPORTS, type Reason } from './contract.ts'

/** What the chain says of a transaction; balances are in lamports, over static and loaded accounts in their order. */
export type ChainTransaction = {
  hasFailed: boolean
  payer: string
  accounts: string[]
  signerCount: number
  balancesBefore: bigint[]
  balancesAfter: bigint[]
  paidAtMs: number | undefined
  slot: bigint
}

/** What was seen when we looked. */
export type Sighting =
  | { at: 'finalized'; transaction: ChainTransaction }
  | { at: 'finalized'; transaction: undefined }
  | { at: 'below_commitment' }
  | { at: 'forged' }
  | { at: 'nowhere' }
  | { at: 'unavailable'; retryAfterMs?: number }
  | { at: 'rate_limited'; retryAfterMs?: number }
  | { at: 'unsupported_version' }

export type Verdict =
  | { status: 'verified'; lamports: bigint }
  | { status: 'pending'; reason: Reason; retryAfterMs?: number }
  | { status: 'rejected'; reason: Reason }

type Question = { recipient: string; ageMs: number }

/** The chain may show a transfer late: until then "not found" is no verdict. */
export const NOT_FOUND_AFTER_MS = 3 * 60_000

/** The table of docs/payments.md, a line a row. */
export function judgeTransfer(seen: Sighting, { recipient, ageMs }: Question): Verdict {
  if (seen.at === 'unavailable') return notYet('rpc_unavailable', seen.retryAfterMs)
  if (seen.at === 'rate_limited') return notYet('rpc_rate_limited', seen.retryAfterMs)
  if (seen.at === 'unsupported_version') return notYet('unsupported_transaction_version')
  if (seen.at === 'nowhere') return ageMs > NOT_FOUND_AFTER_MS ? never('not_found') : notYet('not_found_yet')
  if (seen.at === 'below_commitment') return notYet('below_commitment')
  if (seen.at === 'forged') return notYet('rpc_returned_forged_message')
  if (seen.transaction === undefined) return notYet('meta_missing')

  const { hasFailed, accounts, signerCount, balancesBefore, balancesAfter } = seen.transaction
  if (hasFailed) return never('failed_on_chain')

  const place = accounts.indexOf(recipient)
  if (place < 0) return never('recipient_not_in_transaction')
  if (place < signerCount) return never('signed_by_recipient')

  const before = balancesBefore[place]
  const after = balancesAfter[place]
  if (before === undefined || after === undefined) return notYet('meta_missing')
  const gained = after - before
  if (gained <= 0n) return never('nothing_received')
  if (gained < LEAST_LAMPORTS) return never('below_minimum')
  return { status: 'verified', lamports: gained }
}

function notYet(reason: Reason, retryAfterMs?: number): Verdict {
  return { status: 'pending', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function never(reason: Reason): Verdict {
  return { status: 'rejected', reason }
}
