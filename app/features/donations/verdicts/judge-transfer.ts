import { MIN_LAMPORTS, type Reason } from '../contract.ts'

/** A transaction as the chain has it. Balances are in lamports, in the order of `accounts`: static, then loaded. */
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

/** What one RPC, or the best of several, says about a transaction. */
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

/** How often, and for how long by the database's clock, no RPC had the transaction. */
export type Absence = { checks: number; ms: number }
export const NEVER_ABSENT: Absence = { checks: 0, ms: 0 }

/** `isListed`: an RPC listed the transaction for the recipient, so it exists and includes the recipient. */
export type Question = { recipient: string; isListed: boolean; absence: Absence }

/** RPCs may show a transfer late: before this, "not found" is not a verdict. */
export const NOT_FOUND_AFTER_MS = 3 * 60_000
export const NOT_FOUND_AFTER_CHECKS = 3

/** Implements the table in docs/payments.md, one line per row. */
export function judgeTransfer(seen: Sighting, { recipient, isListed, absence }: Question): Verdict {
  if (seen.at === 'unavailable') return pending('rpc_unavailable', seen.retryAfterMs)
  if (seen.at === 'rate_limited') return pending('rpc_rate_limited', seen.retryAfterMs)
  if (seen.at === 'unsupported_version') return pending('unsupported_transaction_version')
  if (seen.at === 'nowhere')
    return isLost(absence) && !isListed ? rejected('not_found') : pending('not_found_yet')
  if (seen.at === 'below_commitment') return pending('below_commitment')
  if (seen.at === 'forged') return pending('rpc_returned_forged_message')
  if (seen.transaction === undefined) return pending('meta_missing')

  const { transaction } = seen
  const { hasFailed, accounts, signerCount, balancesBefore, balancesAfter } = transaction
  if (hasFailed) return rejected('failed_on_chain')

  const place = accounts.indexOf(recipient)
  if (place < 0) return isListed ? pending('meta_missing') : rejected('recipient_not_in_transaction')
  if (place < signerCount) return rejected('signed_by_recipient')

  const before = balancesBefore[place]
  const after = balancesAfter[place]
  if (before === undefined || after === undefined) return pending('meta_missing')
  const gained = after - before
  if (gained <= 0n) return rejected('nothing_received')
  if (gained < MIN_LAMPORTS) return rejected('below_minimum')
  return { status: 'verified', lamports: gained, transaction }
}

function isLost({ checks, ms }: Absence): boolean {
  return checks >= NOT_FOUND_AFTER_CHECKS && ms >= NOT_FOUND_AFTER_MS
}

function pending(reason: Reason, retryAfterMs?: number): Verdict {
  return { status: 'pending', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function rejected(reason: Reason): Verdict {
  return { status: 'rejected', reason }
}
