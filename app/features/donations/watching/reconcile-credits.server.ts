import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Chain } from '../chain/solana-api.server.ts'
import { forgetRejected } from '../payments/payment-checks-store.server.ts'
import { findReconciled, keepReconciled } from './cursors-store.server.ts'
import { judgeBalance } from './judge-balance.ts'
import { countOpenListed, hasSpentLately, sumCredits } from './reconcile-store.server.ts'

type Needs = { db: Db; chain: Chain; account: ReceivingAccount; log: Log }
/** `missed`: payments that the watcher should have queued before. `failed`: RPCs whose history could not be read. */
type History = { missed: number; failed: number }

/**
 * Compares the credits with the chain. The history was read already, so that every payment in it is credited, rejected
 * or queued; here the balance has to have grown by what was credited since the last time.
 */
export async function reconcileCredits({ db, chain, account, log }: Needs, history: History): Promise<void> {
  await forgetRejected(db, account.id)
  const open = await countOpenListed(db, account.id)
  const now = await chain.getBalance()
  const before = await findReconciled(db, account.id)
  const summary = { ...history, open, balance: now && String(now.lamports) }
  // While payments are open the sums cannot be equal; the next time covers this one too.
  if (now === undefined || open > 0) {
    const level = history.missed > 0 ? 'warn' : 'info'
    log[level](summary, 'the credits could not be compared with the balance yet')
    return
  }
  if (before === undefined) log.info(summary, 'the balance of the receiving address is noted')
  else {
    const credited = await sumCredits(db, account.id, before.slot, now.slot)
    const hasSpent = await hasSpentLately(db, account.id)
    const verdict = judgeBalance({ before, now, credited, hasSpent })
    const sums = { ...summary, credited: String(credited), gained: String(now.lamports - before.lamports) }
    if (verdict === 'balanced') log.info(sums, 'the credits fit the balance of the receiving address')
    if (verdict === 'missing') log.warn(sums, 'the receiving address gained more than was credited')
    if (verdict === 'unbacked') log.warn(sums, 'more was credited than the receiving address gained')
  }
  await keepReconciled(db, account.id, now)
}
