import { startBackgroundTask } from '../async/background-task.server.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.server.ts'
import { HttpProblem } from '../http/http-problem.server.ts'
import { keyedHash } from '../keyed-hash.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { type Count, createRateCounters, type RateLimit } from './rate-counters.server.ts'
import { addRateCounts } from './rate-counts-store.server.ts'
import { estimate, WINDOW_MS, waitMs } from './sliding-window.ts'

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
const SHARE_EVERY_MS = 1_000
/** Smaller counts are not worth a query; for small limits it is a tenth of the limit. */
const MIN_SHARED = 10
/** Addresses, and as many networks. */
const MAX_COUNTED = 200_000

/** Counts in memory; once per second the instances share the counts of busy addresses and networks. */
export function openRateLimits<Action extends string>(needs: Needs<Action>): RateLimits<Action> {
  const { db, clock, log, secret, limits, maxCounted = MAX_COUNTED } = needs
  const counters = createRateCounters(limits, maxCounted)

  async function share(): Promise<void> {
    const minute = counters.advance(clock.now())
    const sharing = unshared(secret, counters.all())
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
      counters.advance(now)
      const elapsedMs = now % WINDOW_MS
      const counts = counters.countsOf(action, address)
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

/** Counts worth sharing, by the keyed hash of their owner. */
function unshared(secret: string, counts: Iterable<[owner: string, count: Count]>) {
  const found = new Map<string, { count: Count; times: number }>()
  for (const [owner, count] of counts) {
    const times = count.here - count.sharedCount
    const isShared = count.here >= Math.min(MIN_SHARED, count.limit / 10)
    if (isShared && times > 0) found.set(keyedHash(secret, owner), { count, times })
  }
  return found
}
