import type { Clock } from '../clock.ts'
import { householdOf, networkOf } from '../network/visitor-address.server.ts'
import { createKeyedCounts } from './keyed-counts.ts'
import { WINDOW_MS } from './sliding-window.ts'

type Limits = { perAddress: number; perNetwork: number }

const MAX_COUNTED = 100_000
const ALL_OTHERS = 'all others'

/**
 * For attempts that can be refunded: exact, by the calendar minute, in this process alone. `openRateLimits` counts by
 * the sliding minute, over all instances.
 */
export function createMinuteCounts(clock: Clock, { perAddress, perNetwork }: Limits) {
  let minute = 0
  let counts = createKeyedCounts()

  function ownersOf(address = ''): [owner: string, limit: number][] {
    const current = Math.floor(clock.now() / WINDOW_MS)
    if (current !== minute) counts = createKeyedCounts()
    minute = current
    const owners: [string, number][] = [
      [`address ${householdOf(address)}`, perAddress],
      [`network ${networkOf(address)}`, perNetwork],
    ]
    const hasRoom = counts.size() < MAX_COUNTED || owners.every(([owner]) => counts.of(owner) > 0)
    return hasRoom ? owners : [[ALL_OTHERS, perNetwork]]
  }

  return {
    /** False, without counting, when the address or its network is at its limit for this minute. */
    spend(address: string | undefined): boolean {
      const owners = ownersOf(address)
      if (owners.some(([owner, limit]) => counts.of(owner) >= limit)) return false
      for (const [owner] of owners) counts.add(owner, 1)
      return true
    },
    refund(address: string | undefined): void {
      for (const [owner] of ownersOf(address)) counts.add(owner, -1)
    },
  }
}
