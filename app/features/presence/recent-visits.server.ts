import { createKeyedCounts } from '../../platform/rate-limits/keyed-counts.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'

/** Keyed hashes of the address and of its network. */
export type Origin = { address: string; network: string }
export type Visit = Origin & { at: number }
export type VisitLimits = { maxPerAddress: number; maxPerNetwork: number }

const MAX_SESSIONS = 1_000_000

/** The sessions that this instance has seen within the window. */
export function createRecentVisits({ maxPerAddress, maxPerNetwork }: VisitLimits) {
  // In the order of the last visit: a refreshed session moves to the end.
  const visits = new Map<string, Visit>()
  const sessionsOf = createKeyedCounts()

  function count({ address, network }: Origin, change: number): void {
    sessionsOf.add(`address ${address}`, change)
    sessionsOf.add(`network ${network}`, change)
  }

  function remove(id: string): void {
    const visit = visits.get(id)
    if (visit && visits.delete(id)) count(visit, -1)
  }

  function hasRoom({ address, network }: Origin): boolean {
    return (
      visits.size < MAX_SESSIONS &&
      sessionsOf.of(`address ${address}`) < maxPerAddress &&
      sessionsOf.of(`network ${network}`) < maxPerNetwork
    )
  }

  return {
    size: () => visits.size,
    ids: () => visits.keys(),
    find: (id: string) => visits.get(id),
    removeOld(now: number): void {
      for (const [id, { at }] of visits) {
        if (now - at <= ONLINE_WINDOW_MS) return
        remove(id)
      }
    },
    /** False when the address or its network is at its limit. */
    add(id: string, origin: Origin, now: number): boolean {
      remove(id)
      if (!hasRoom(origin)) return false
      visits.set(id, { ...origin, at: now })
      count(origin, 1)
      return true
    },
  }
}
