import { setTimeout as sleep } from 'node:timers/promises'
import { type NextRun, startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import { type CheckNeeds, checkPayment } from './check-payment.server.ts'
import { leaseDue, type PaymentCheck, type Shares } from './payment-checks-store.server.ts'

export type PaymentQueue = { close(): Promise<void> }

/** Places for checks under way; each kind of payment has its share, see `leaseDue`. */
const AT_ONCE = 16
const SHARES: Shares = { listed: 8, claimed: 6, unseen: 2 }
const IDLE_MS = 500
const BUSY_MS = 50
/** What is still under way then is checked again when its lease has ended. */
const CLOSES_WITHIN_MS = 2_000

/** Works off what is due, for as long as the site runs; several instances share the work. */
export function startPaymentQueue(needs: CheckNeeds, leaseMs = needs.chain.longestCheckMs): PaymentQueue {
  const { chain, account, log } = needs
  const sparingly = createLogLimiter(needs)
  const underWay = new Map<PaymentCheck, Promise<void>>()

  /** Fills the places that are free. True: there may be more to take as soon as one is free again. */
  async function fill(): Promise<boolean> {
    const limit = Math.min(AT_ONCE - underWay.size, chain.callsLeft())
    if (limit <= 0) return true
    const due = await leaseDue(needs.db, { accountId: account.id, limit, shares: sharesLeft(), leaseMs })
    for (const payment of due) underWay.set(payment, check(payment))
    return due.length === limit
  }

  function sharesLeft(): Shares {
    const left = { ...SHARES }
    for (const payment of underWay.keys()) left[kindOf(payment)] -= 1
    return {
      listed: Math.max(0, left.listed),
      claimed: Math.max(0, left.claimed),
      unseen: Math.max(0, left.unseen),
    }
  }

  async function check(payment: PaymentCheck): Promise<void> {
    await checkPayment(needs, payment).catch((error: unknown) => {
      sparingly(String(error), () =>
        log.warn({ err: error, txHash: payment.tx_hash }, 'a payment could not be checked'),
      )
    })
    underWay.delete(payment)
    working.request()
  }

  async function work(): Promise<NextRun> {
    const hasMore = await fill()
    // When all places are taken, the next check that ends requests a run.
    if (hasMore && underWay.size >= AT_ONCE) return 'idle'
    return { againInMs: hasMore ? BUSY_MS : IDLE_MS }
  }

  const working = startBackgroundTask({
    work,
    log,
    failing: 'the queue of payments rests until the database is back',
    recovered: 'the queue of payments works again',
    retryMs: IDLE_MS,
  })
  return {
    async close() {
      await working.close()
      await Promise.race([Promise.all(underWay.values()), sleep(CLOSES_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function kindOf({ is_listed, absent_checks }: PaymentCheck): keyof Shares {
  if (is_listed) return 'listed'
  return absent_checks > 0 ? 'unseen' : 'claimed'
}
