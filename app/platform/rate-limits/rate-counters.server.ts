import { householdOf, networkOf } from '../network/visitor-address.server.ts'
import { WINDOW_MS } from './sliding-window.ts'

/**
 * Per minute, per address (or IPv6 /64) and per network (/24, or IPv6 /48). A /24 may be a carrier with thousands of
 * visitors; a /48 is what one customer gets, and may have its own limit.
 */
export type RateLimit = { perAddress: number; perNetwork: number; perIpv6Network?: number }

/** Of `here`, the other instances know `sharedCount`. `before` is the sum of the last minute. */
export type Count = { limit: number; here: number; sharedCount: number; elsewhere: number; before: number }
type Counts = { current: Map<string, Count>; before: Map<string, Count> }

const OTHERS = 'all others'

export function createRateCounters<Action extends string>(limits: Record<Action, RateLimit>, max: number) {
  let minute = 0
  let households: Counts = { current: new Map(), before: new Map() }
  let networks: Counts = { current: new Map(), before: new Map() }

  return {
    /** Starts a new minute when it is time; returns the minute. */
    advance(now: number): number {
      const current = Math.floor(now / WINDOW_MS)
      if (current === minute) return minute
      const isNext = current === minute + 1
      households = { current: new Map(), before: isNext ? households.current : new Map() }
      networks = { current: new Map(), before: isNext ? networks.current : new Map() }
      minute = current
      return minute
    },
    /** The counts that a request adds to: its network's, and its address's where there is room. */
    countsOf(action: Action, address: string): Count[] {
      const { perAddress, perNetwork, perIpv6Network = perNetwork } = limits[action]
      const network = networkOf(address)
      const networkLimit = network?.endsWith('/48') ? perIpv6Network : perNetwork
      const ofNetwork =
        // Callers without an address share one network.
        countOf(networks, `${action} ${network}`, networkLimit, max) ??
        countOf(networks, `${action} ${OTHERS}`, networkLimit, Number.POSITIVE_INFINITY)
      const household = householdOf(address)
      const ofHousehold = household && countOf(households, `${action} ${household}`, perAddress, max)
      return [ofNetwork, ofHousehold].filter((count) => typeof count === 'object')
    },
    *all(): Iterable<[owner: string, count: Count]> {
      yield* households.current
      yield* networks.current
    },
  }
}

/** Undefined for a new owner when there are `max` already. */
function countOf({ current, before }: Counts, owner: string, limit: number, max: number): Count | undefined {
  const counted = current.get(owner)
  if (counted || current.size >= max) return counted
  const last = before.get(owner)
  const sumBefore = last ? last.here + last.elsewhere : 0
  const count = { limit, here: 0, sharedCount: 0, elsewhere: 0, before: sumBefore }
  current.set(owner, count)
  return count
}
