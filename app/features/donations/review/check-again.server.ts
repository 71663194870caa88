import type { ClientBase } from 'pg'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { lockDonation } from '../donations-store.server.ts'
import { countRechecks, findRechecked, reopenCheck } from './rechecks-store.server.ts'

type CheckedAgain =
  | { status: 'queued'; wasRejected: boolean }
  | { status: 'unknown' }
  | { status: 'credited' }
  | { status: 'too soon' | 'too many'; retryAfterS: number }

/** The queue checks a claim every 15 seconds or more often. */
const SAME_PAYMENT_S = 15
const WINDOW_S = 60
/** With two RPCs, some 120 calls of the 6,000 that a minute has. */
const MAX_PER_WINDOW = 30

/** Makes the check due now, and opens one that ended with a rejection. The verdict is the queue's. */
export async function checkAgain(
  client: ClientBase,
  account: ReceivingAccount,
  txHash: string,
): Promise<CheckedAgain> {
  const donation = await lockDonation(client, txHash)
  const check = await findRechecked(client, account.id, txHash)
  if (check === undefined) {
    const isCredited = donation?.verified && donation.receiving_account_id === account.id
    return { status: isCredited ? 'credited' : 'unknown' }
  }
  if (check.ago_s !== null && check.ago_s < SAME_PAYMENT_S)
    return { status: 'too soon', retryAfterS: Math.ceil(SAME_PAYMENT_S - check.ago_s) }
  const { count, oldest_s } = await countRechecks(client, WINDOW_S)
  if (count >= MAX_PER_WINDOW) return { status: 'too many', retryAfterS: Math.ceil(WINDOW_S - oldest_s) }
  await reopenCheck(client, txHash)
  return { status: 'queued', wasRejected: check.is_rejected }
}
