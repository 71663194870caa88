import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { GRACE_MS } from '../contract.ts'
import { NO_CONFIRMATION_MS } from './stream-state.ts'
import { expireStreams } from './streams-store.server.ts'

const EVERY_MS = 2_000

/** Ends streams whose end nobody reports: the instance was killed, or a media server only reported a pause. */
export function keepExpiringStreams({ db, log }: { db: Db; log: Log }): { close(): void } {
  const expiry = startBackgroundTask({
    work: () => expireStreams({ db }, NO_CONFIRMATION_MS, GRACE_MS).then(() => ({ againInMs: EVERY_MS })),
    log,
    failing: 'streams cannot be expired',
    recovered: 'streams are expired again',
    level: 'debug',
  })
  return { close: () => void expiry.close() }
}
