import { useState } from 'react'
import type { PaymentsPage, ReviewedPayment } from '../../features/donations/review/contract.ts'
import { getJson } from '../../platform/browser/api-client.ts'
import { useAction } from '../parts/use-action.ts'

type Later = {
  first: PaymentsPage
  pages: PaymentsPage[]
  /** What was read again since, by hash. */
  changed: ReadonlyMap<string, ReviewedPayment>
}

/** The pages that were read so far; all but the first are forgotten when that one is read again. */
export function usePayments(address: string, first: PaymentsPage) {
  const [later, setLater] = useState<Later>(nothingAfter(first))
  if (later.first !== first) setLater(nothingAfter(first))
  const { pages, changed } = later
  const { run, isRunning, problem } = useAction()
  const { next } = pages.at(-1) ?? first

  const payments = [first, ...pages].flatMap((page) => page.payments)
  return {
    payments: payments.map((payment) => changed.get(payment.tx_hash) ?? payment),
    next,
    readMore: () =>
      void run(async () => {
        const page = await getJson<PaymentsPage>(`${address}&before=${next}`)
        setLater((now) => (now.first === first ? { ...now, pages: [...now.pages, page] } : now))
      }),
    async readAgain(txHash: string): Promise<ReviewedPayment | undefined> {
      const found = await getJson<PaymentsPage>(`/api/donations?status=credited&search=${txHash}`)
      const [payment] = found.payments
      if (payment) setLater((now) => ({ ...now, changed: new Map([...now.changed, [txHash, payment]]) }))
      return payment
    },
    isRunning,
    problem,
  }
}

function nothingAfter(first: PaymentsPage): Later {
  return { first, pages: [], changed: new Map() }
}
