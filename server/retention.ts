import {
  pruneDisplacements,
  prunePaymentAttempts,
  pruneRejectedClaims,
  pruneUncheckedClaims,
  pruneUnusedIntents,
} from '../app/features/donations/payments/prune-donations.server.ts'
import { pruneHistory } from '../app/features/history/minutes-store.server.ts'
import { pruneStreamPublishers } from '../app/features/live/hooks/stream-publishers-store.server.ts'
import { pruneInvitations } from '../app/features/members/invitations-store.server.ts'
import { pruneChallenges } from '../app/features/members/passkeys/passkey-challenges-store.server.ts'
import { pruneMemberSessions } from '../app/features/members/sessions-store.server.ts'
import { pruneSignInAttempts } from '../app/features/members/sign-in-attempts-store.server.ts'
import { pruneUnusedAvatars } from '../app/features/npcs/avatars/avatars-store.server.ts'
import { pruneSessions } from '../app/features/presence/presence-store.server.ts'
import { pruneSenders } from '../app/features/submissions/senders-store.server.ts'
import { pruneSubmissions } from '../app/features/submissions/submissions-store.server.ts'
import { startBackgroundTask } from '../app/platform/async/background-task.server.ts'
import type { Db } from '../app/platform/database/database.server.ts'
import { pruneEvents } from '../app/platform/events/events-store.server.ts'
import type { Log } from '../app/platform/logging/logging.server.ts'
import { pruneNotifications } from '../app/platform/notifications/notifications-store.server.ts'
import { pruneRateCounts } from '../app/platform/rate-limits/rate-counts-store.server.ts'

type Prune = (needs: { db: Db; limit: number }) => Promise<number>

/** Everything that expires; docs/privacy.md says when and why. */
const PRUNED: Record<string, Prune> = {
  rejectedClaims: pruneRejectedClaims,
  uncheckedClaims: pruneUncheckedClaims,
  paymentAttempts: prunePaymentAttempts,
  unusedIntents: pruneUnusedIntents,
  displacements: pruneDisplacements,
  streamPublishers: pruneStreamPublishers,
  events: pruneEvents,
  rateCounts: pruneRateCounts,
  sessions: pruneSessions,
  memberSessions: pruneMemberSessions,
  invitations: pruneInvitations,
  signInAttempts: pruneSignInAttempts,
  history: pruneHistory,
  submissions: pruneSubmissions,
  senders: pruneSenders,
  notifications: pruneNotifications,
  avatars: pruneUnusedAvatars,
  passkeyChallenges: pruneChallenges,
}

const EVERY_MS = 60 * 60_000
/** Early enough for a site that is restarted daily, late enough not to slow down the start. */
const FIRST_AFTER_MS = 2 * 60_000
/** Small enough that no statement blocks others. */
const BATCH_SIZE = 1_000
const RETENTION_LOCK = 0x6e70_6372

export function startRetention({ db, log }: { db: Db; log: Log }) {
  const task = startBackgroundTask({
    async work({ signal }) {
      await pruneOnce({ db, log }, BATCH_SIZE, signal)
      return { againInMs: EVERY_MS }
    },
    log,
    failing: 'old data could not be deleted; trying again every hour',
    recovered: 'old data can be deleted again',
    retryMs: EVERY_MS,
    startsIdle: true,
  })
  setTimeout(task.request, FIRST_AFTER_MS).unref()
  return task
}

/** One instance prunes for all; undefined if another one is pruning now. */
export async function pruneOnce({ db, log }: { db: Db; log: Log }, limit = BATCH_SIZE, signal?: AbortSignal) {
  const client = await db.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [RETENTION_LOCK])
    if (!rows[0]?.is_ours) return undefined
    const pruned: Record<string, number> = {}
    const failures: Record<string, unknown> = {}
    for (const [name, prune] of Object.entries(PRUNED)) {
      const count = await pruneAll(prune, { db, limit }, signal).catch((error: unknown) => {
        failures[name] = error
        return 0
      })
      if (count > 0) pruned[name] = count
    }
    if (Object.keys(pruned).length > 0) log.info({ pruned }, 'old data was deleted')
    const failed = Object.keys(failures)
    if (failed.length > 0)
      throw new AggregateError(Object.values(failures), `could not be deleted: ${failed.join(', ')}`)
    return pruned
  } finally {
    // A connection that ends gives its lock back, but some time later.
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release(true)
  }
}

async function pruneAll(prune: Prune, needs: { db: Db; limit: number }, signal?: AbortSignal) {
  let pruned = 0
  while (!signal?.aborted) {
    const count = await prune(needs)
    pruned += count
    if (count < needs.limit) break
  }
  return pruned
}
