import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.server.ts'
import type { Log } from '../logging.server.ts'
import { Refusal } from '../refusal.server.ts'
import { repeatWhileAsked } from '../repeat-while-asked.server.ts'
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
/** Who has done less is not worth a question to the database; for small limits a tenth of them. */
const SHARED_FROM = 10
const MOST_COUNTED = 500_000

/** Counts in memory; of whoever does a lot the instances tell each other, once a second. */
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

  function untold(): Map<string, { count: Count; times: number }> {
    const found = new Map<string, { count: Count; times: number }>()
    for (const [who, count] of counts) {
      const times = count.here - count.told
      const isShared = count.here >= Math.min(SHARED_FROM, count.limit / 10)
      if (isShared && times > 0) found.set(hide(secret, who), { count, times })
    }
    return found
  }

  async function share(): Promise<number> {
    startMinute(clock.now())
    const news = untold()
    if (news.size === 0) return SHARE_EVERY_MS
    const told = [...news].map(([who, { times }]) => ({ who, times }))
    for (const { who, times: everywhere } of await addRateCounts({ db }, minute, told)) {
      const { count, times } = news.get(who) ?? {}
      if (count === undefined || times === undefined) continue
      count.told += times
      count.elsewhere = Math.max(0, everywhere - count.told)
    }
    return SHARE_EVERY_MS
  }

  const sharing = repeatWhileAsked(share, (error) =>
    log.debug({ err: error }, 'rate limits could not be shared'),
  )
  sharing.ask()

  return {
    spend(action, address) {
      const now = clock.now()
      startMinute(now)
      const { anAddress, aNetwork } = limits[action]
      const household = householdOf(address)
      // Whoever has no address is of one network with all the others who have none.
      const counted = [countOf(`${action} ${networkOf(address)}`, aNetwork)]
      if (household) counted.push(countOf(`${action} ${household}`, anAddress))
      if (counted.some(({ limit, here, elsewhere }) => here + elsewhere >= limit))
        throw new Refusal(
          429,
          'That was a lot within a short time. Please wait a minute and try again.',
          Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000),
        )
      for (const count of counted) count.here += 1
    },
    close: sharing.close,
  }
}

function hide(secret: string, who: string): string {
  return createHmac('sha256', secret).update(who).digest('base64url')
}
