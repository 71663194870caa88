import { readRateLimit } from '../../platform/settings/read-rate-limit.server.ts'
import type { SettingsReader } from '../../platform/settings/read-settings.server.ts'
import { count } from '../../platform/settings/variable-types.server.ts'

export type VotesSettings = ReturnType<typeof readVotesSettings>

export function readVotesSettings(settings: SettingsReader) {
  return {
    rateLimits: {
      votes: {
        ...readRateLimit(settings, 'VOTES_PER_MINUTE', { perAddress: 600, perNetwork: 3_000 }),
        perIpv6Network: settings.read('NETWORK_VOTES_PER_MINUTE', count, 600),
      },
    },
  }
}
