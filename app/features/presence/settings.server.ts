import type { SettingsReader } from '../../platform/settings/read-settings.server.ts'
import { count } from '../../platform/settings/variable-types.server.ts'

export type PresenceSettings = ReturnType<typeof readPresenceSettings>

export function readPresenceSettings({ read }: SettingsReader) {
  return {
    rateLimits: { presence: { perAddress: 600, perNetwork: 12_000 } },
    sessionsPerAddress: read('SESSIONS_PER_ADDRESS', count, 100),
  }
}
