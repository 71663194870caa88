import { useEffect, useEffectEvent, useState } from 'react'
import { listenToServer } from '../../../platform/browser/server-events.ts'
import type { Donation } from '../contract.ts'
import { fetchIntentState } from '../donations-client.ts'

const CHECK_EVERY_MS = 5_000

/**
 * Checks what became of a begun donation at once, with every donation that arrives and, while the donor is paying,
 * every five seconds in case none is heard of.
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
    const timer = isPaying ? setInterval(() => document.hidden || checkNow(), CHECK_EVERY_MS) : undefined
    return () => {
      isOver = true
      clearInterval(timer)
      stop()
    }
  }, [intentId, isPaying])

  return { isSeen: intentId !== undefined && seenId === intentId }
}
