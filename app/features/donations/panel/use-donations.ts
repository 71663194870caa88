import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import { useEffect, useState } from 'react'
import { listenToServer, MISSED } from '../../../platform/browser/server-events.ts'
import { type DonationsOfNpc, type Supporter } from '../contract.ts'
import { fetchDonations } from '../donations-client.ts'
import { spreadRefresh } from './spread-refresh.ts'

const POLL_MS = 3_000

/** The initial list, refreshed with every donation event and after events may have been missed. */
export function useDonations(initial: DonationsOfNpc | undefined) {
  const [donations, setDonations] = useState(initial)
  const [refresh] = useState(() => spreadRefresh(async () => setDonations(await fetchDonations())))
  useEffect(() => {
    const stopMissed = listenToServer(MISSED, refresh)
    const stopDonation = listenToServer('donation', (event) => isDonationEvent(event) && refresh())
    return () => {
      stopMissed()
      stopDonation()
    }
  }, [refresh])
  const isUnknown = donations === undefined
  useEffect(() => {
    if (!isUnknown) return undefined
    const timer = setInterval(refresh, POLL_MS)
    return () => clearInterval(timer)
  }, [isUnknown, refresh])
  return { donations, refresh }
}

export function isDonationEvent(event: unknown): event is Supporter {
  return typeof event === 'object' && event !== null && 'npc_id' in event && event.npc_id === LIVE_NPC_ID
}
