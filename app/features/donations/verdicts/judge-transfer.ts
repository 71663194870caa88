import { MIN_LAMPORTS, type Reason } from '../contract.ts'

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

/** What one RPC, or the best of all, says when asked for a transaction. */
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
  | { status: 'verified'; lamports: bigint; transaction: ChainTransaction }
  | { status: 'pending'; reason: Reason; retryAfterMs?: number }
  | { status: 'rejected'; reason: Reason }

/** How often, and for how long by the database's clock, every RPC has lacked the transaction. */
export type Absence = { checks: number; ms: number }
export const NEVER_ABSENT: Absence = { checks: 0, ms: 0 }

/** `isListed`: an RPC has listed the transaction for the recipient, so it exists and the recipient is in it. */
export type Question = { recipient: string; isListed: boolean; absence: Absence }

/** The chain may show a transfer late: until then "not found" is no verdict. */
export const NOT_FOUND_AFTER_MS = 3 * 60_000
export const NOT_FOUND_AFTER_CHECKS = 3

/** The table of docs/payments.md, a line a row. */
export function judgeTransfer(seen: Sighting, { recipient, isListed, absence }: Question): Verdict {
  if (seen.at === 'unavailable') return notYet('rpc_unavailable', seen.retryAfterMs)
  if (seen.at === 'rate_limited') return notYet('rpc_rate_limited', seen.retryAfterMs)
  if (seen.at === 'unsupported_version') return notYet('unsupported_transaction_version')
  if (seen.at === 'nowhere')
    return isLost(absence) && !isListed ? never('not_found') : notYet('not_found_yet')
  if (seen.at === 'below_commitment') return notYet('below_commitment')
  if (seen.at === 'forged') return notYet('rpc_returned_forged_message')
  if (seen.transaction === undefined) return notYet('meta_missing')

  const { transaction } = seen
  const { hasFailed, accounts, signerCount, balancesBefore, balancesAfter } = transaction
  if (hasFailed) return never('failed_on_chain')

  const place = accounts.indexOf(recipient)
  if (place < 0) return isListed ? notYet('meta_missing') : never('recipient_not_in_transaction')
  if (place < signerCount) return never('signed_by_recipient')

  const before = balancesBefore[place]
  const after = balancesAfter[place]
  if (before === undefined || after === undefined) return notYet('meta_missing')
  const gained = after - before
  if (gained <= 0n) return never('nothing_received')
  if (gained < MIN_LAMPORTS) return never('below_minimum')
  return { status: 'verified', lamports: gained, transaction }
}

function isLost({ checks, ms }: Absence): boolean {
  return checks >= NOT_FOUND_AFTER_CHECKS && ms >= NOT_FOUND_AFTER_MS
}

function notYet(reason: Reason, retryAfterMs?: number): Verdict {
  return { status: 'pending', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function never(reason: Reason): Verdict {
  return { status: 'rejected', reason }
}
