import type { SolanaNetwork } from '../../features/donations/contract.ts'
import type { PaymentStatus, PaymentsPage } from '../../features/donations/review/contract.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import { CheckedEntry } from './checked-entry.tsx'
import { CreditedEntry } from './credited-entry.tsx'
import { usePayments } from './use-payments.ts'
import { nothing, words } from './words.ts'

type Props = {
  address: string
  status: PaymentStatus
  isSearch: boolean
  network: SolanaNetwork
  isForOperator: boolean
  /** The sums have changed. */
  onChanged(): void
}

export function PaymentList(props: Props) {
  const { address, onChanged } = props
  const [first, reload] = useRemote<PaymentsPage>(address)

  function refresh(): void {
    void reload()
    onChanged()
  }

  return (
    <RemoteContent remote={first} onRetry={reload}>
      {(page) => <Pages {...props} first={page} onRefresh={refresh} />}
    </RemoteContent>
  )
}

function Pages({
  address,
  first,
  status,
  isSearch,
  network,
  isForOperator,
  onChanged,
  onRefresh,
}: Props & { first: PaymentsPage; onRefresh(): void }) {
  const notFound = isForOperator ? words.nothingFound : words.nothingFoundOfNpc
  const { payments, next, readMore, readAgain, isRunning, problem } = usePayments(address, first)
  const changed = async (txHash: string) => {
    const payment = await readAgain(txHash)
    onChanged()
    return payment
  }
  return (
    <>
      <button type="button" className={`${actionStyle.quiet} self-start`} onClick={onRefresh}>
        {words.refresh}
      </button>
      {payments.length === 0 && (
        <p className="text-pretty text-muted">{isSearch ? notFound : nothing[status]}</p>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.tx_hash} className="min-w-0 py-4" data-testid="payment">
            {payment.status === 'credited' ? (
              <CreditedEntry
                payment={payment}
                network={network}
                onChanged={isForOperator ? changed : undefined}
              />
            ) : (
              <CheckedEntry payment={payment} network={network} onChanged={changed} />
            )}
          </li>
        ))}
      </ol>
      <ProblemLine problem={problem} />
      {next !== null && (
        <button
          type="button"
          className={`${actionStyle.quiet} self-start`}
          aria-disabled={isRunning}
          onClick={readMore}
        >
          {words.earlier}
        </button>
      )}
    </>
  )
}
