import { createHmac } from 'node:crypto'
import { startBackgroundTask } from '../async/background-task.server.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.server.ts'
import { HttpProblem } from '../http/http-problem.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { householdOf, networkOf } from '../network/visitor-address.server.ts'
import { addRateCounts } from './rate-counts-store.server.ts'
import { estimate, WINDOW_MS, waitMs } from './sliding-window.ts'

/**
 * Per minute, per address (or IPv6 /64) and per network (/24, or IPv6 /48). A /24 may be a carrier with thousands of
 * visitors; a /48 is what one customer gets, and may have its own limit.
 */
export type RateLimit = { perAddress: number; perNetwork: number; anIpv6Network?: number }

export type RateLimits<Action extends string> = {
  /** Throws an `HttpProblem` when the address, or its network, has done this too often. */
  spend(action: Action, address: string): void
  close(): void
}

type Needs<Action extends string> = {
  db: Db
  clock: Clock
  log: Log
  secret: string
  limits: Record<Action, RateLimit>
  maxCounted?: number
}
/** Of `here`, the other instances know `sharedCount`. */
type Count = { limit: number; here: number; sharedCount: number; elsewhere: number; before: number }
type Counts = Map<string, Count>

const SHARE_EVERY_MS = 1_000
/** Smaller counts are not worth a query; for small limits it is a tenth of the limit. */
const MIN_SHARED = 10
/** Addresses, and as many networks. */
const MAX_COUNTED = 200_000
const OTHERS = 'all others'

/** Counts in memory; once per second the instances share the counts of busy addresses and networks. */
export function openRateLimits<Action extends string>(needs: Needs<Action>): RateLimits<Action> {
  const { db, clock, log, secret, limits, maxCounted = MAX_COUNTED } = needs
  let minute = 0
  let households: Counts = new Map()
  let networks: Counts = new Map()
  let householdsBefore: Counts = new Map()
  let networksBefore: Counts = new Map()

  function countOf(counts: Counts, earlier: Counts, owner: string, limit: number): Count {
    const current = counts.get(owner)
    if (current) return current
    const last = earlier.get(owner)
    const count = {
      limit,
      here: 0,
      sharedCount: 0,
      elsewhere: 0,
      before: last ? last.here + last.elsewhere : 0,
    }
    counts.set(owner, count)
    return count
  }

  /** Beyond `maxCounted` addresses only their networks are counted, and beyond as many networks all new ones together. */
  function countsOf(action: Action, address: string): Count[] {
    const { perAddress, perNetwork, anIpv6Network = perNetwork } = limits[action]
    const network = networkOf(address)
    const networkLimit = network?.endsWith('/48') ? anIpv6Network : perNetwork
    // Callers without an address share one network.
    const networkKey = `${action} ${network}`
    const hasRoom = networks.has(networkKey) || networks.size < maxCounted
    const ofNetwork = countOf(
      networks,
      networksBefore,
      hasRoom ? networkKey : `${action} ${OTHERS}`,
      networkLimit,
    )
    const household = householdOf(address)
    const key = `${action} ${household}`
    const isCounted = household && (households.has(key) || households.size < maxCounted)
    return isCounted ? [ofNetwork, countOf(households, householdsBefore, key, perAddress)] : [ofNetwork]
  }

  function startMinute(now: number): void {
    const current = Math.floor(now / WINDOW_MS)
    if (current === minute) return
    const isNext = current === minute + 1
    householdsBefore = isNext ? households : new Map()
    networksBefore = isNext ? networks : new Map()
    minute = current
    households = new Map()
    networks = new Map()
  }

  function unshared(): Map<string, { count: Count; times: number }> {
    const found = new Map<string, { count: Count; times: number }>()
    for (const counts of [households, networks])
      for (const [owner, count] of counts) {
        const times = count.here - count.sharedCount
        const isShared = count.here >= Math.min(MIN_SHARED, count.limit / 10)
        if (isShared && times > 0) found.set(hide(secret, owner), { count, times })
      }
    return found
  }

  async function share(): Promise<void> {
    startMinute(clock.now())
    const sharing = unshared()
    if (sharing.size === 0) return
    const added = [...sharing].map(([who, { times }]) => ({ who, times }))
    for (const { who, times: everywhere } of await addRateCounts({ db }, minute, added)) {
      const { count, times } = sharing.get(who) ?? {}
      if (count === undefined || times === undefined) continue
      count.sharedCount += times
      count.elsewhere = Math.max(0, everywhere - count.sharedCount)
    }
  }

  const task = startBackgroundTask({
    work: () => share().then(() => ({ againInMs: SHARE_EVERY_MS })),
    log,
    failing: 'rate limits cannot be shared; each instance has its own',
    recovered: 'rate limits are shared again',
    level: 'debug',
  })

  return {
    spend(action, address) {
      const now = clock.now()
      startMinute(now)
      const elapsedMs = now % WINDOW_MS
      const counts = countsOf(action, address)
      const waits = counts.flatMap((count) => waitOf(count, elapsedMs) ?? [])
      if (waits.length > 0) throw new HttpProblem(429, undefined, Math.floor(Math.max(...waits) / 1_000) + 1)
      for (const count of counts) count.here += 1
    },
    close: () => void task.close(),
  }
}

function waitOf({ limit, here, elsewhere, before }: Count, elapsedMs: number): number | undefined {
  const counted = { current: here + elsewhere, before }
  return estimate(counted, elapsedMs) < limit ? undefined : waitMs(counted, limit, elapsedMs)
}

function hide(secret: string, owner: string): string {
  return createHmac('sha256', secret).update(owner).digest('base64url')
}
