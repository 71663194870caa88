import { useEffect } from 'react'
import { type ServerValueSource, STALE } from '../../../platform/browser/server-value.ts'
import { useServerValue } from '../../../platform/browser/use-server-value.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import type { DonationEvent, DonationsOfNpc } from '../contract.ts'
import { fetchDonations } from '../donations-client.ts'
import { spreadRefresh } from './spread-refresh.ts'

const RETRY_MS = 3_000

const DONATIONS: ServerValueSource<DonationsOfNpc | undefined> = {
  load: fetchDonations,
  event: 'donation',
  read: (event) => (isDonationEvent(event) ? STALE : undefined),
  schedule: spreadRefresh,
}

/** A page that was rendered without the database has no donations yet, and asks until it has. */
export function useDonations(initial: DonationsOfNpc | undefined) {
  const { value: donations, refresh } = useServerValue(initial, DONATIONS)
  const isMissing = donations === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    const timer = setInterval(refresh, RETRY_MS)
    return () => clearInterval(timer)
  }, [isMissing, refresh])
  return { donations, refresh }
}

export function isDonationEvent(event: unknown): event is DonationEvent {
  return typeof event === 'object' && event !== null && 'npc_id' in event && event.npc_id === LIVE_NPC_ID
}
