import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.server.ts'
import type { Log } from '../logging.server.ts'
import { Refusal } from '../refusal.server.ts'
import { householdOf, networkOf } from '../visitor-address.server.ts'
import { addRateCounts } from './rate-counts-store.server.ts'

/** How often within a minute: from one address (or IPv6 /64), and from one network (/24, or IPv6 /48). */
type RateLimit = { anAddress: number; aNetwork: number }

export type RateLimits<Action extends string> = {
  /** Throws a refusal when the address, or its network, has done this too often. */
  spend(action: Action, address: string): void
  close(): void
}

type Needs<Action extends string> = {
  db: Db
  clock: Clock
  log: Log
  secret: string
  limits: Record<Action, RateLimit>
}
/** `told` of `here` the other instances know. */
type Count = { limit: number; here: number; told: number; elsewhere: number }

const MINUTE_MS = 60_000
const SHARE_EVERY_MS = 1_000
/** Below this part of its limit nobody is worth a question to the database. */
const SHARED_FROM = 0.1
const MOST_COUNTED = 500_000

/** Counts in memory; of whoever comes near a limit the instances tell each other, once a second. */
export function openRateLimits<Action extends string>(needs: Needs<Action>): RateLimits<Action> {
  const { db, clock, log, secret, limits } = needs
  let minute = 0
  let counts = new Map<string, Count>()

  function countOf(who: string, limit: number): Count {
    const known = counts.get(who)
    if (known) return known
    const count = { limit, here: 0, told: 0, elsewhere: 0 }
    if (counts.size < MOST_COUNTED) counts.set(who, count)
    return count
  }

  function startMinute(now: number): void {
    const current = Math.floor(now / MINUTE_MS)
    if (current === minute) return
    minute = current
    counts = new Map()
  }

  async function share(): Promise<void> {
    startMinute(clock.now())
    const shared = new Map<string, Count>()
    for (const [who, count] of counts)
      if (count.here > count.told && count.here >= count.limit * SHARED_FROM)
        shared.set(hide(secret, who), count)
    if (shared.size === 0) return
    const news = [...shared].map(([who, { here, told }]) => ({ who, times: here - told }))
    for (const count of shared.values()) count.told = count.here
    for (const { who, times } of await addRateCounts({ db }, minute, news)) {
      const count = shared.get(who)
      if (count) count.elsewhere = times - count.told
    }
  }

  const sharing = setInterval(() => {
    share().catch((error: unknown) => log.debug({ err: error }, 'rate limits could not be shared'))
  }, SHARE_EVERY_MS).unref()

  return {
    spend(action, address) {
      const household = householdOf(address)
      const network = networkOf(address)
      if (household === undefined || network === undefined) return
      const now = clock.now()
      startMinute(now)
      const { anAddress, aNetwork } = limits[action]
      const counted = [
        countOf(`${action} ${household}`, anAddress),
        countOf(`${action} ${network}`, aNetwork),
      ]
      if (counted.some(({ limit, here, elsewhere }) => here + elsewhere >= limit))
        throw new Refusal(
          429,
          'That was a lot within a short time. Please wait a minute and try again.',
          Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000),
        )
      for (const count of counted) count.here += 1
    },
    close() {
      clearInterval(sharing)
    },
  }
}

function hide(secret: string, who: string): string {
  return createHmac('sha256', secret).update(who).digest('base64url')
}
