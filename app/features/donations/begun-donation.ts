import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMessages } from '../../platform/messages.tsx'
import { listenToServer } from '../../platform/server-events.ts'
import { showToast } from '../../ui/toast.tsx'
import type { Donation, DonationIntent } from './contract.ts'
import { beginDonation, type Donor, fetchIntentState, Refused } from './donations-client.ts'
import type { DonationsMessages } from './messages.ts'

const LOOK_EVERY_MS = 5_000

/** Undefined when it could not be begun: then a payment can still be claimed by its hash. */
export type BegunDonation = Promise<DonationIntent | undefined>

/** Begins a donation once for the same details; what could not be begun is tried again the next time. */
export function useBeginning() {
  const words = useMessages<DonationsMessages>('donations')
  const last = useRef<{ details: string; begun: BegunDonation }>(undefined)

  function begin(donor: Donor): BegunDonation {
    const details = JSON.stringify(donor)
    if (last.current?.details === details) return last.current.begun
    const begun = beginDonation(donor).catch((error: unknown) => {
      if (last.current?.details === details) last.current = undefined
      // Whoever is refused should know before paying.
      if (error instanceof Refused && error.status === 422)
        showToast({ title: words.error, description: error.message, variant: 'destructive' })
      return undefined
    })
    last.current = { details, begun }
    return begun
  }

  return {
    begin,
    forget(): void {
      last.current = undefined
    },
  }
}

/** Looks what became of it with every donation that arrives, and every five seconds in case none is heard of. */
export function useArrival(intentId: string, onVerified: (donation: Donation) => void): { isSeen: boolean } {
  const [isSeen, setIsSeen] = useState(false)
  const onArrival = useEffectEvent(onVerified)

  useEffect(() => {
    let isOver = false
    async function look(): Promise<void> {
      const { donation } = await fetchIntentState(intentId)
      if (isOver || donation === null) return
      setIsSeen(true)
      if (!donation.verified) return
      isOver = true
      onArrival(donation)
    }
    const lookNow = () => void look().catch(() => {})
    const stop = listenToServer('donation', lookNow)
    const timer = setInterval(() => document.hidden || lookNow(), LOOK_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      stop()
    }
  }, [intentId])

  return { isSeen }
}
