import { householdOf, isLoopback, networkOf } from '../network/visitor-address.server.ts'

export type ConcurrentLimits = {
  /** Counts one more; returns how to leave, or undefined when the address or its network has enough. */
  enter(address: string): (() => void) | undefined
}

type Limits = { perAddress: number; perNetwork: number }

/**
 * How many at once, from one address (or IPv6 /64) and from one network (/24, or IPv6 /48). The machine itself is not
 * counted: there it is a proxy that nobody named, and behind it everybody.
 */
export function limitConcurrent({ perAddress, perNetwork }: Limits): ConcurrentLimits {
  const counts = new Map<string, number>()

  function add(key: string, change: number): void {
    const count = (counts.get(key) ?? 0) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }

  return {
    enter(address) {
      const household = householdOf(address)
      const network = networkOf(address)
      if (household === undefined || network === undefined || isLoopback(address)) return () => {}
      if ((counts.get(household) ?? 0) >= perAddress || (counts.get(network) ?? 0) >= perNetwork)
        return undefined
      for (const key of [household, network]) add(key, 1)
      let isInside = true
      return () => {
        if (isInside) for (const key of [household, network]) add(key, -1)
        isInside = false
      }
    },
  }
}
