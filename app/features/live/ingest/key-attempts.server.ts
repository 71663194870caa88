import { createHash } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { createLimitedWarn } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { householdOf } from '../../../platform/network/visitor-address.server.ts'
import { createMinuteCounts } from '../../../platform/rate-limits/minute-counts.server.ts'

const WRONG_KEYS_PER_MINUTE = { perAddress: 10, perNetwork: 100 }
const REMEMBERED_KEYS = 1_000

type KeyAttempt = {
  /** The key is right, or could not be checked: the attempt does not count. */
  excuse(isRight: boolean): void
  /** The key is wrong. */
  report(): void
}

/** Undefined when too many wrong keys came from the address. */
type BeginKeyAttempt = (key: string, address: string | undefined) => KeyAttempt | undefined

/** A key that was right before is always checked: a neighbour with a wrong one keeps nobody from coming back. */
export function createKeyAttempts({ log, monotonic }: { log: Log; monotonic: Clock }): BeginKeyAttempt {
  const counts = createMinuteCounts(monotonic, WRONG_KEYS_PER_MINUTE)
  const warn = createLimitedWarn({ log, monotonic })
  const rightKeys = new Set<string>()

  function remember(hash: string): void {
    rightKeys.delete(hash)
    rightKeys.add(hash)
    const [oldest] = rightKeys
    if (rightKeys.size > REMEMBERED_KEYS && oldest !== undefined) rightKeys.delete(oldest)
  }

  return (key, address) => {
    const hash = createHash('sha256').update(key).digest('base64')
    const isCounted = counts.spend(address)
    if (!isCounted && !rightKeys.has(hash)) return undefined
    return {
      excuse(isRight) {
        if (isCounted) counts.refund(address)
        if (isRight) remember(hash)
      },
      report() {
        rightKeys.delete(hash)
        warn({ from: householdOf(address ?? ''), npcId: claimedNpc(key) }, 'a wrong stream key was rejected')
      },
    }
  }
}

/** A key names its NPC in front of the secret. */
export function claimedNpc(key: string): string | undefined {
  return /^npc([1-9]\d{0,8})-/.exec(key)?.[1]
}
