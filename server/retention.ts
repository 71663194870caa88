import { setTimeout as sleep } from 'node:timers/promises'
import {
  pruneDisplacements,
  prunePaymentAttempts,
  pruneRejectedClaims,
  pruneUncheckedClaims,
  pruneUnusedIntents,
} from '../app/features/donations/payments/prune-donations.server.ts'
import { pruneStreamSenders } from '../app/features/live/hooks/prune-stream-publishers.server.ts'
import type { Db } from '../app/platform/database/database.server.ts'
import { pruneEvents } from '../app/platform/events/events-store.server.ts'
import type { Log } from '../app/platform/logging/logging.server.ts'
import { pruneRateCounts } from '../app/platform/rate-limits/rate-counts-store.server.ts'

type Prune = (needs: { db: Db; limit: number }) => Promise<number>

/** Everything that is kept for a while only; docs/data.md says how long and why. */
const PRUNED: Record<string, Prune> = {
  rejectedClaims: pruneRejectedClaims,
  uncheckedClaims: pruneUncheckedClaims,
  paymentAttempts: prunePaymentAttempts,
  unusedIntents: pruneUnusedIntents,
  displacements: pruneDisplacements,
  streamSenders: pruneStreamSenders,
  events: pruneEvents,
  rateCounts: pruneRateCounts,
}

const EVERY_MS = 60 * 60_000
/** Soon enough that a site which is restarted daily does it, too; late enough that the start is over. */
const FIRST_AFTER_MS = 2 * 60_000
/** So few that no statement holds anybody up. */
const BATCH = 1_000
const RETENTION_LOCK = 0x6e70_6372

export function startRetention({ db, log }: { db: Db; log: Log }): { close(): Promise<void> } {
  const closing = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {})

  async function keepPruning(): Promise<void> {
    await pause(FIRST_AFTER_MS)
    while (!closing.signal.aborted) {
      await pruneOnce({ db, log }, BATCH, closing.signal).catch((error: unknown) =>
        log.warn({ err: error }, 'old data could not be deleted; it is tried again in an hour'),
      )
      await pause(EVERY_MS)
    }
  }

  const pruning = keepPruning()
  return {
    async close() {
      closing.abort()
      await pruning
    },
  }
}

/** One instance does it for all; undefined when another one is at it. */
export async function pruneOnce(
  { db, log }: { db: Db; log: Log },
  limit = BATCH,
  signal?: AbortSignal,
): Promise<Record<string, number> | undefined> {
  const client = await db.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [RETENTION_LOCK])
    if (!rows[0]?.is_ours) return undefined
    const pruned: Record<string, number> = {}
    for (const [what, prune] of Object.entries(PRUNED)) {
      const count = await pruneAll(prune, { db, limit }, signal)
      if (count > 0) pruned[what] = count
    }
    if (Object.keys(pruned).length > 0) log.info({ pruned }, 'old data was deleted')
    return pruned
  } finally {
    // Ends the connection, and with it the lock, whatever happened.
    client.release(true)
  }
}

async function pruneAll(
  prune: Prune,
  needs: { db: Db; limit: number },
  signal?: AbortSignal,
): Promise<number> {
  let pruned = 0
  while (!signal?.aborted) {
    const count = await prune(needs)
    pruned += count
    if (count < needs.limit) break
  }
  return pruned
}
