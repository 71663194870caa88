import { startBackgroundTask } from '../../platform/async/background-task.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { insertMinute, type Minute, msToNextMinute } from './minutes-store.server.ts'

type Needs = { db: Db; log: Log; instance: string; measure(): Promise<Minute> }

/** Timers may fire early. */
const AFTER_MINUTE_MS = 500

/** Writes one row at the end of each minute. A minute that cannot be written stays a gap. */
export function keepHistory({ db, log, instance, measure }: Needs) {
  let isFirst = true
  return startBackgroundTask({
    async work() {
      if (!isFirst) await insertMinute(db, instance, await measure())
      isFirst = false
      return { againInMs: (await msToNextMinute(db)) + AFTER_MINUTE_MS }
    },
    log,
    failing: 'the history of the desk cannot be written; trying again every minute',
    recovered: 'the history of the desk is written again',
    retryMs: 60_000,
  })
}
