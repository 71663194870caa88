import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { GRACE_MS } from '../contract.ts'
import { expireStreams } from './streams-store.server.ts'

type Needs = { db: Db; log: Log }

const EVERY_MS = 2_000
/** An instance that takes a stream in says so more often than this. */
const SILENT_MS = 10_000

/** Streams whose end nobody can tell: the instance was killed, or a media server has only said that it paused. */
export function keepExpiringStreams({ db, log }: Needs): { close(): void } {
  const expiry = startBackgroundTask({
    work: () => expireStreams({ db }, SILENT_MS, GRACE_MS).then(() => ({ againInMs: EVERY_MS })),
    log,
    failing: 'streams cannot be expired',
    recovered: 'streams are expired again',
    level: 'debug',
  })
  return { close: () => void expiry.close() }
}
