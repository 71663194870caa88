import { useEffect } from 'react'
import { type LiveValueSource, STALE } from '../../../platform/browser/live-value.ts'
import { useLiveValue } from '../../../platform/browser/use-live-value.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import type { DonationsOfNpc, Supporter } from '../contract.ts'
import { fetchDonations } from '../donations-client.ts'
import { spreadRefresh } from './spread-refresh.ts'

const RETRY_MS = 3_000

const DONATIONS: LiveValueSource<DonationsOfNpc | undefined> = {
  load: fetchDonations,
  event: 'donation',
  read: (event) => (isDonationEvent(event) ? STALE : undefined),
  schedule: spreadRefresh,
}

/** A page that was rendered without the database has no donations yet, and asks until it has. */
export function useDonations(initial: DonationsOfNpc | undefined) {
  const { value: donations, refresh } = useLiveValue(initial, DONATIONS)
  const isMissing = donations === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    const timer = setInterval(refresh, RETRY_MS)
    return () => clearInterval(timer)
  }, [isMissing, refresh])
  return { donations, refresh }
}

export function isDonationEvent(event: unknown): event is Supporter {
  return typeof event === 'object' && event !== null && 'npc_id' in event && event.npc_id === LIVE_NPC_ID
}
