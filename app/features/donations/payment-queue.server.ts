import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckNeeds, checkPayment } from './check-payment.server.ts'
import { leaseDue, type PaymentCheck } from './payment-checks-store.server.ts'

export type PaymentQueue = { close(): Promise<void> }

const AT_ONCE = 16
const IDLE_MS = 500
/** Longer than a check can take; after it, a check whose process died is taken up by another. */
const LEASE_MS = 30_000

/** Works off what is due, for as long as the site runs; several instances share the work. */
export function startPaymentQueue(needs: CheckNeeds, leaseMs = LEASE_MS): PaymentQueue {
  const closing = new AbortController()
  let isFailing = false

  async function round(): Promise<number> {
    const due = await leaseDue(needs, AT_ONCE, leaseMs)
    await Promise.all(due.map(check))
    return due.length
  }

  async function check(payment: PaymentCheck): Promise<void> {
    await checkPayment(needs, payment).catch((error: unknown) => {
      needs.log.debug({ err: error, txHash: payment.tx_hash }, 'a payment could not be checked')
    })
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const done = await round().then(
        (count) => {
          isFailing = false
          return count
        },
        (error: unknown) => {
          if (!isFailing)
            needs.log.warn({ err: error }, 'the queue of payments rests until the database is back')
          isFailing = true
          return 0
        },
      )
      if (done === 0) await sleep(IDLE_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const working = work()
  return {
    async close() {
      closing.abort()
      await working
    },
  }
}
