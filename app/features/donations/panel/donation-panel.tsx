import { FlaskConical } from 'lucide-react'
import { useRef } from 'react'
import { fill, formatNumber, useSpeech } from '../../../platform/browser/messages.tsx'
import type { DonationsOfNpc, ShownTerms, SolanaNetwork, Supporter } from '../contract.ts'
import { DonationForm } from '../form/donation-form.tsx'
import { SOL_GRADIENT } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { SupportBar } from './support-bar.tsx'
import { Supporters } from './supporters.tsx'
import { Total, UNKNOWN } from './total.tsx'
import { useDonations } from './use-donations.ts'
import { useReceipts } from './use-receipts.ts'

/** `initialDonations` is undefined when the page was rendered without the database. */
type Props = { initialDonations: DonationsOfNpc | undefined; terms: ShownTerms }

const NOBODY: Supporter[] = []

export function DonationPanel({ initialDonations, terms }: Props) {
  const words = useDonationsMessages()
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { donations, refresh } = useDonations(initialDonations)
  const { pending, verify, reportVerified } = useReceipts(donations?.recent ?? NOBODY, refresh)
  return (
    <section
      ref={panel}
      aria-labelledby="donations-title"
      className={`rounded-2xl p-px forced-colors:border ${SOL_GRADIENT}`}
    >
      <div className="flex flex-col gap-6 rounded-[calc(1rem-1px)] bg-surface p-5 sm:p-6">
        <div className="flex flex-col gap-4">
          <h2 ref={title} id="donations-title" tabIndex={-1} className="font-bold text-xl">
            {words.title}
          </h2>
          <Stats donations={donations} />
          <TestNetwork network={terms.network} />
        </div>
        <DonationForm terms={terms} onSubmitted={verify} onVerified={reportVerified} />
        {donations && <Supporters supporters={donations.recent} pending={pending} network={terms.network} />}
      </div>
      <SupportBar title={title} panel={panel} total={donations?.total} />
    </section>
  )
}

function Stats({ donations }: { donations: DonationsOfNpc | undefined }) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  return (
    <dl className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <dt className="text-muted text-sm">{words.total}</dt>
        <Total total={donations?.total} />
      </div>
      <div>
        <dt className="text-muted text-sm">{words.supporters}</dt>
        <dd data-testid="supporter-count" className="font-bold font-display text-3xl tabular-nums">
          {donations ? formatNumber(language, donations.supporters) : UNKNOWN}
        </dd>
      </div>
    </dl>
  )
}

function TestNetwork({ network }: { network: SolanaNetwork }) {
  const words = useDonationsMessages()
  if (network === 'mainnet') return null
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-quest-text" />
      {network === 'localnet' ? words.localLedger : fill(words.testNetwork, { network })}
    </p>
  )
}
