import { setTimeout as sleep } from 'node:timers/promises'
import { type NextRun, startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import { type CheckContext, checkPayment } from './check-payment.server.ts'
import { leaseDue, type PaymentCheck, type Shares } from './payment-checks-store.server.ts'

export type PaymentQueue = { close(): Promise<void> }

/** The maximum number of concurrent checks. Each kind of payment has a share, see `leaseDue`. */
const AT_ONCE = 16
const SHARES: Shares = { listed: 8, claimed: 6, unseen: 2 }
const IDLE_MS = 500
const BUSY_MS = 50
/** A check that is still running then is repeated when its lease ends. */
const CLOSES_WITHIN_MS = 2_000

/** Runs due checks for as long as the site runs. Several instances share the work. */
export function startPaymentQueue(needs: CheckContext, leaseMs = needs.chain.longestCheckMs): PaymentQueue {
  const { chain, account, log } = needs
  const limitLog = createLogLimiter(needs)
  const underWay = new Map<PaymentCheck, Promise<void>>()

  /** Fills the free places. Returns true if more checks may be due than there were places. */
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
      limitLog(String(error), () =>
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
    failing: 'the payment queue waits until the database is back',
    recovered: 'the payment queue works again',
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
