import type { RateLimit } from '../rate-limits/rate-counters.server.ts'
import type { SettingsReader } from './read-settings.server.ts'
import { count } from './variable-types.server.ts'

/** Two variables: `NAME` per address and `NETWORK_NAME` per network. */
export function readRateLimit({ read }: SettingsReader, name: string, fallback: RateLimit): RateLimit {
  return {
    perAddress: read(name, count, fallback.perAddress),
    perNetwork: read(`NETWORK_${name}`, count, fallback.perNetwork),
  }
}
