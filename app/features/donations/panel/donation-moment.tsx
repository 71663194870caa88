import { useEffect, useState } from 'react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import { listenToServer } from '../../../platform/browser/server-events.ts'
import { ANONYMOUS, type DonationsOfNpc, type Supporter } from '../contract.ts'
import { formatSol, SOL_GRADIENT } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { createMomentQueue } from './moment-queue.ts'
import { isDonationEvent } from './use-donations.ts'

/** Drawn by the style sheet: the list has the same text, and a page should have it once. */
const DRAWN = 'before:content-[attr(data-drawn)]'

/** A coin for each donation that arrives, over whatever is positioned around it. */
export function DonationMoment({ initialDonations }: { initialDonations: DonationsOfNpc | undefined }) {
  const donation = useMoment(initialDonations)
  return (
    <div aria-hidden="true" className="dark pointer-events-none absolute inset-0 overflow-hidden">
      {donation && <Coin key={donation.id} donation={donation} />}
    </div>
  )
}

function useMoment(initialDonations: DonationsOfNpc | undefined): Supporter | undefined {
  const [donation, setDonation] = useState<Supporter>()
  useEffect(() => {
    const queue = createMomentQueue(initialDonations?.recent ?? [], setDonation)
    const stop = listenToServer('donation', (event) => isDonationEvent(event) && queue.add(event))
    return () => {
      stop()
      queue.close()
      setDonation(undefined)
    }
  }, [initialDonations])
  return donation
}

function Coin({ donation: { username, amount } }: { donation: Supporter }) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const name = username === ANONYMOUS ? words.anonymous : username
  return (
    <p
      data-testid="donation-moment"
      className="absolute bottom-1/4 left-4 flex max-w-[calc(100%-2rem)] items-center text-sm text-text motion-safe:animate-moment sm:text-base"
    >
      <span className="relative z-10 size-10 shrink-0 sm:size-12 motion-safe:animate-coin">
        <svg aria-hidden="true" viewBox="0 0 48 48" className="size-full">
          <circle cx="24" cy="24" r="23" className="fill-on-quest" />
          <circle cx="24" cy="24" r="21" className="fill-quest" />
          <circle cx="24" cy="24" r="16.5" fill="none" strokeWidth="1.5" className="stroke-on-quest/50" />
          <path d="M20.8 12.5h6.4l-1.2 14h-4z" className="fill-on-quest" />
          <circle cx="24" cy="32.5" r="2.8" className="fill-on-quest" />
        </svg>
      </span>
      <span className="-ml-5 flex min-w-0 gap-1.5 rounded-r-full border border-line bg-paper py-1.5 pr-4 pl-8 sm:py-2 sm:pr-5 font-bold motion-safe:animate-plate">
        <bdi data-drawn={name} className={`truncate ${DRAWN}`} />
        <span data-drawn="·" className={DRAWN} />
        <span
          data-drawn={`${formatSol(language, amount)} SOL`}
          className={`shrink-0 bg-clip-text text-transparent tabular-nums ${DRAWN} ${SOL_GRADIENT}`}
        />
      </span>
    </p>
  )
}
