import { FlaskConical } from 'lucide-react'
import { type SolanaNetwork, toSolText } from '../../features/donations/contract.ts'
import type { DonationsSummary } from '../../features/donations/review/contract.ts'
import { fill, formatNumber } from '../../platform/browser/messages.tsx'
import { formatLamports } from './format-lamports.ts'
import { words } from './words.ts'

/** First where the money goes: the page is about this network and address alone. */
export function Sums({
  sums: { network, address, lamports, payments, supporters },
}: {
  sums: DonationsSummary
}) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <div>
        <dt className="text-muted text-sm">{words.network}</dt>
        <dd className="flex items-center gap-2 font-semibold">
          {network !== 'mainnet' && (
            <FlaskConical aria-hidden="true" className="size-4 shrink-0 text-quest-text" />
          )}
          {describeNetwork(network)}
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-muted text-sm">{words.address}</dt>
        <dd>
          <code className="select-all break-all">{address}</code>
        </dd>
      </div>
      <div>
        <dt className="text-muted text-sm">{words.total}</dt>
        <dd data-testid="credited-total">
          <strong className="text-xl">{fill(words.sol, { sol: toSolText(BigInt(lamports)) })}</strong>
          <span className="block text-muted text-sm">
            {fill(words.lamports, { lamports: formatLamports(lamports) })}
          </span>
        </dd>
      </div>
      <Count label={words.payments} count={payments} />
      <Count label={words.supporters} count={supporters} note={words.supportersNote} />
    </dl>
  )
}

function Count({ label, count, note }: { label: string; count: number; note?: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd>
        <strong className="text-xl">{formatNumber('en', count)}</strong>
        {note && <span className="block text-pretty text-muted text-sm">{note}</span>}
      </dd>
    </div>
  )
}

function describeNetwork(network: SolanaNetwork): string {
  if (network === 'mainnet') return words.realMoney
  return network === 'localnet' ? words.localLedger : fill(words.testNetwork, { network })
}
