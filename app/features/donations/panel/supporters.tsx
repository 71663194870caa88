import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { RECENT_SUPPORTERS, type SolanaNetwork, type Supporter } from '../contract.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { SupporterRow } from './supporter-row.tsx'
import { useArrivals } from './use-arrivals.ts'

type Props = {
  supporters: Supporter[]
  /** Hashes that the donor submitted here and that are not listed yet; some never will be. */
  pending: string[]
  network: SolanaNetwork
}

const MIN_ROWS = 5
const SPARE_ROWS = 3
const HEIGHTS = ['min-h-60', 'min-h-72', 'min-h-84', 'min-h-96', 'min-h-108', 'min-h-120']

/** Has room for the next rows, so that they do not move the page below. */
export function Supporters({ supporters, pending, network }: Props) {
  const words = useDonationsMessages()
  const [height] = useState(() => heightFor(supporters.length))
  const { list, isNew } = useArrivals([...pending, ...supporters.map(({ tx_hash }) => tx_hash)])
  const rows = pending.length + supporters.length
  return (
    <div className="flex flex-col gap-3">
      <h3 id="supporters-title" className="font-bold text-lg">
        {words.recent}
      </h3>
      <div className={`flex flex-col ${height}`}>
        {rows > 0 && (
          <ul ref={list} aria-labelledby="supporters-title" className="divide-y divide-line">
            {pending.map((hash) => (
              <PendingRow key={hash} hash={hash} />
            ))}
            {supporters.map((supporter) => (
              <SupporterRow
                key={supporter.tx_hash}
                supporter={supporter}
                network={network}
                isNew={isNew(supporter.tx_hash)}
              />
            ))}
          </ul>
        )}
        {rows === 0 ? <NoSupporters /> : rows < RECENT_SUPPORTERS && <NextRow />}
      </div>
    </div>
  )
}

function heightFor(rows: number): string | undefined {
  const reserved = Math.min(Math.max(rows + SPARE_ROWS, MIN_ROWS), RECENT_SUPPORTERS)
  return HEIGHTS[reserved - MIN_ROWS]
}

function PendingRow({ hash }: { hash: string }) {
  const words = useDonationsMessages()
  return (
    <li className="flex h-12 items-center gap-3 text-sm">
      <Hourglass aria-hidden="true" className="size-4 shrink-0 text-quest-text" />
      <span>
        {words.beingVerified} · <code translate="no">{`${hash.slice(0, 6)}…${hash.slice(-4)}`}</code>
      </span>
    </li>
  )
}

function NextRow() {
  const words = useDonationsMessages()
  return (
    <p className="mt-2 flex min-h-10 flex-1 items-center justify-center text-balance rounded-xl border border-line border-dashed px-4 text-center text-muted text-sm leading-4">
      {words.nextRow}
    </p>
  )
}

function NoSupporters() {
  const words = useDonationsMessages()
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 rounded-xl border border-line border-dashed p-6 text-center">
      <span
        aria-hidden="true"
        className="flex size-14 items-center justify-center rounded-2xl bg-line font-black font-display text-3xl text-quest-text"
      >
        !
      </span>
      <p className="max-w-64 text-balance text-muted">{words.nobodyYet}</p>
    </div>
  )
}
