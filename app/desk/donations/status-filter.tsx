import {
  PAYMENT_STATUSES,
  type PaymentStatus,
  type SiteDonationsSummary,
} from '../../features/donations/review/contract.ts'
import { fill, formatNumber } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { statuses, words } from './words.ts'

type Props = {
  status: PaymentStatus
  counts: Pick<SiteDonationsSummary, 'payments' | 'pending' | 'rejected'>
  onChoose(status: PaymentStatus): void
}

export function StatusFilter({ status: chosen, counts, onChoose }: Props) {
  const countOf = { ...counts, credited: counts.payments }
  return (
    <fieldset aria-label={words.filter} className="flex flex-wrap gap-2">
      {PAYMENT_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={status === chosen}
          className={`${actionStyle.quiet} aria-pressed:border-quest-text`}
          onClick={() => onChoose(status)}
        >
          {fill(words.withCount, { status: statuses[status], count: formatNumber('en', countOf[status]) })}
        </button>
      ))}
    </fieldset>
  )
}
