import { createHash } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { createLimitedWarn } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { householdOf } from '../../../platform/network/visitor-address.server.ts'
import { createMinuteCounts } from '../../../platform/rate-limits/minute-counts.server.ts'
import { NPC_ID } from '../../npcs/contract.ts'

const WRONG_KEYS_PER_MINUTE = { perAddress: 10, perNetwork: 100 }
const MAX_REMEMBERED_KEYS = 1_000

/** A key that was valid before is always checked: wrong keys from the same network do not lock it out. */
export function createKeyAttempts({ log, monotonic }: { log: Log; monotonic: Clock }) {
  const counts = createMinuteCounts(monotonic, WRONG_KEYS_PER_MINUTE)
  const warn = createLimitedWarn({ log, monotonic })
  const validKeys = new Set<string>()

  function remember(hash: string): void {
    validKeys.delete(hash)
    validKeys.add(hash)
    const [oldest] = validKeys
    if (validKeys.size > MAX_REMEMBERED_KEYS && oldest !== undefined) validKeys.delete(oldest)
  }

  /** Undefined when too many wrong keys came from the address. */
  return (key: string, address: string | undefined) => {
    const hash = createHash('sha256').update(key).digest('base64')
    const isCounted = counts.spend(address)
    if (!isCounted && !validKeys.has(hash)) return undefined
    return {
      /** The key is valid, or could not be checked: the attempt does not count. */
      excuse(isValid: boolean): void {
        if (isCounted) counts.refund(address)
        if (isValid) remember(hash)
      },
      report(): void {
        validKeys.delete(hash)
        warn({ from: householdOf(address ?? ''), npcId: claimedNpc(key) }, 'a wrong stream key was rejected')
      },
    }
  }
}

/** A key starts with the id of its NPC. */
export function claimedNpc(key: string): string | undefined {
  const id = /^npc(\d+)-/.exec(key)?.[1]
  return id !== undefined && NPC_ID.test(id) ? id : undefined
}
