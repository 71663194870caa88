import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { deleteRejected } from '../payments/payment-checks-store.server.ts'
import { findReconciled, saveReconciled } from './cursors-store.server.ts'
import { type Balance, judgeBalance } from './judge-balance.ts'
import { countOpenListed, hasSpentLately, sumCredits } from './reconcile-store.server.ts'

type ReconcileContext = { db: Db; account: ReceivingAccount; log: Log }
/** `missed`: payments that should already have been queued. `failed`: RPCs whose history could not be read. */
type History = { balance: Balance | undefined; missed: number; failed: number }
/** `postponed`: with payments still open, or without an answer, nothing can be compared. */
export type Reconciliation = ReturnType<typeof judgeBalance> | 'postponed'

/**
 * Compares the credits with the chain. After the balance the history was read, so every payment in the balance is
 * credited, rejected or queued; it must have grown by what was credited since the last comparison.
 */
export async function reconcileCredits(
  { db, account, log }: ReconcileContext,
  { balance: now, ...history }: History,
): Promise<Reconciliation> {
  await deleteRejected(db, account.id)
  const open = await countOpenListed(db, account.id)
  const before = await findReconciled(db, account.id)
  const summary = { ...history, open, balance: now && String(now.lamports) }
  // With open payments the sums cannot match; the next comparison covers this period too.
  if (now === undefined || open > 0) {
    const level = history.missed > 0 ? 'warn' : 'info'
    log[level](summary, 'the credits could not be compared with the balance yet')
    return 'postponed'
  }
  let verdict: ReturnType<typeof judgeBalance> = 'balanced'
  if (before === undefined) log.info(summary, 'recorded the balance of the receiving address')
  else {
    const credited = await sumCredits(db, account.id, before.slot, now.slot)
    const hasSpent = await hasSpentLately(db, account.id)
    verdict = judgeBalance({ before, now, credited, hasSpent })
    const sums = { ...summary, credited: String(credited), gained: String(now.lamports - before.lamports) }
    if (verdict === 'balanced') log.info(sums, 'the credits fit the balance of the receiving address')
    if (verdict === 'missing') log.warn(sums, 'the receiving address gained more than was credited')
    if (verdict === 'unbacked') log.warn(sums, 'more was credited than the receiving address gained')
  }
  await saveReconciled(db, account.id, now, before ? verdict : null)
  return verdict
}
