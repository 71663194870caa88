import { FlaskConical, Hourglass } from 'lucide-react'
import { fill, formatNumber, useSpeech } from '../../../platform/browser/messages.tsx'
import type { DonationsOfNpc, ShownTerms, SolanaNetwork, Supporter } from '../contract.ts'
import { DonationForm } from '../form/donation-form.tsx'
import { formatTotal, SOL_GRADIENT } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { Supporters } from './supporters.tsx'
import { useDonations } from './use-donations.ts'
import { useReceipts } from './use-receipts.ts'

/** `initialDonations` is undefined when the page was rendered without the database. */
type Props = { initialDonations: DonationsOfNpc | undefined; terms: ShownTerms }

const NOBODY: Supporter[] = []
const UNKNOWN = '–'

export function DonationPanel({ initialDonations, terms }: Props) {
  const words = useDonationsMessages()
  const { donations, refresh } = useDonations(initialDonations)
  const { pending, verify, reportVerified } = useReceipts(donations?.recent ?? NOBODY, refresh)
  return (
    <section
      aria-labelledby="donations-title"
      className={`rounded-2xl p-px forced-colors:border ${SOL_GRADIENT}`}
    >
      <div className="flex flex-col gap-6 rounded-[calc(1rem-1px)] bg-surface p-5 sm:p-6">
        <h2 id="donations-title" className="font-bold text-xl">
          {words.title}
        </h2>
        <Stats donations={donations} />
        <TestNetwork network={terms.network} />
        <DonationForm terms={terms} onSubmitted={verify} onVerified={reportVerified} />
        {pending.length > 0 && <PendingClaims hashes={pending} />}
        {donations && <Supporters supporters={donations.recent} network={terms.network} />}
      </div>
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
        <dd
          data-testid="donation-total"
          className={`wrap-anywhere bg-clip-text font-bold font-display text-3xl text-transparent tabular-nums ${SOL_GRADIENT}`}
        >
          {donations ? formatTotal(language, donations.total) : UNKNOWN} SOL
        </dd>
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

/** Claims that the donor submitted here and that are not listed yet; some never will be. */
function PendingClaims({ hashes }: { hashes: string[] }) {
  const words = useDonationsMessages()
  return (
    <ul className="flex flex-col gap-2">
      {hashes.map((hash) => (
        <li key={hash} className="flex items-center gap-3 rounded-xl border border-line px-4 py-3 text-sm">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 text-quest-text" />
          <span>
            {words.beingVerified} · <code translate="no">{shorten(hash)}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}

function shorten(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-4)}`
}

function TestNetwork({ network }: { network: SolanaNetwork }) {
  const words = useDonationsMessages()
  if (network === 'mainnet') return null
  return (
    <p className="flex items-start gap-3 rounded-xl border border-line border-dashed px-4 py-3 text-sm">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-quest-text" />
      {network === 'localnet' ? words.localLedger : fill(words.testNetwork, { network })}
    </p>
  )
}
