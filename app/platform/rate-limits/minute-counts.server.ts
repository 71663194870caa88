import type { Clock } from '../clock.ts'
import { householdOf, networkOf } from '../network/visitor-address.server.ts'

export type MinuteCounts = {
  /** Counts one more; false, and nothing is counted, when the address or its network has had its share of this minute. */
  spend(address: string | undefined): boolean
  refund(address: string | undefined): void
}

type Limits = { perAddress: number; perNetwork: number }

const MINUTE_MS = 60_000
const MAX_COUNTED = 100_000
const ALL_OTHERS = 'all others'

/** In this process alone, and exact; `platform/rate-limits` counts over all instances. */
export function createMinuteCounts(clock: Clock, { perAddress, perNetwork }: Limits): MinuteCounts {
  let minute = 0
  let counts = new Map<string, number>()

  function ownersOf(address = ''): [owner: string, limit: number][] {
    const current = Math.floor(clock.now() / MINUTE_MS)
    if (current !== minute) counts = new Map()
    minute = current
    const owners: [string, number][] = [
      [`address ${householdOf(address)}`, perAddress],
      [`network ${networkOf(address)}`, perNetwork],
    ]
    const hasRoom = counts.size < MAX_COUNTED || owners.every(([owner]) => counts.has(owner))
    return hasRoom ? owners : [[ALL_OTHERS, perNetwork]]
  }

  return {
    spend(address) {
      const owners = ownersOf(address)
      if (owners.some(([owner, limit]) => (counts.get(owner) ?? 0) >= limit)) return false
      for (const [owner] of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
      return true
    },
    refund(address) {
      for (const [owner] of ownersOf(address)) counts.set(owner, Math.max(0, (counts.get(owner) ?? 0) - 1))
    },
  }
}
