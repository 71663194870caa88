import { useEffect, useEffectEvent, useState } from 'react'
import { listenToServer } from '../../../platform/browser/server-events.ts'
import type { Donation } from '../contract.ts'
import { fetchIntentState } from '../donations-client.ts'

const POLL_MS = 5_000

/**
 * Checks whether an intent's donation has arrived: at once, with every donation event and, in case no event arrives,
 * every five seconds while the donor is paying.
 */
export function useArrival(
  intentId: string | undefined,
  isPaying: boolean,
  onVerified: (donation: Donation) => void,
): { isSeen: boolean } {
  const [seenId, setSeenId] = useState<string>()
  const onArrival = useEffectEvent(onVerified)

  useEffect(() => {
    if (intentId === undefined) return undefined
    let isOver = false
    async function check(id: string): Promise<void> {
      const { donation } = await fetchIntentState(id)
      if (isOver || donation === null) return
      setSeenId(id)
      if (!donation.verified) return
      isOver = true
      onArrival(donation)
    }
    const checkNow = () => void check(intentId).catch(() => {})
    checkNow()
    const stop = listenToServer('donation', checkNow)
    const timer = isPaying ? setInterval(() => document.hidden || checkNow(), POLL_MS) : undefined
    return () => {
      isOver = true
      clearInterval(timer)
      stop()
    }
  }, [intentId, isPaying])

  return { isSeen: intentId !== undefined && seenId === intentId }
}
