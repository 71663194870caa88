import { householdOf, isLoopback, networkOf } from '../network/visitor-address.server.ts'
import { createKeyedCounts } from './keyed-counts.ts'

type Limits = { perAddress: number; perNetwork: number }

/**
 * Limits how many are inside at once per address (or IPv6 /64) and per network (/24, or IPv6 /48), and rejects the
 * newcomer. Loopback has no limit: it is an unconfigured proxy, with all visitors behind it.
 */
export function limitConcurrent({ perAddress, perNetwork }: Limits) {
  const counts = createKeyedCounts()
  return {
    /** Returns how to leave, or undefined when the address or its network is at its limit. */
    enter(address: string): (() => void) | undefined {
      const household = householdOf(address)
      const network = networkOf(address)
      if (household === undefined || network === undefined || isLoopback(address)) return () => {}
      if (counts.of(household) >= perAddress || counts.of(network) >= perNetwork) return undefined
      for (const key of [household, network]) counts.add(key, 1)
      let isInside = true
      return () => {
        if (isInside) for (const key of [household, network]) counts.add(key, -1)
        isInside = false
      }
    },
  }
}
