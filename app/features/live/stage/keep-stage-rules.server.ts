import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import { coalesceCalls } from '../../../platform/async/coalesce-calls.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Changes } from '../../../platform/database/watch-changes.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { listStageRules, type StageRule } from './stages-store.server.ts'

type Needs = {
  db: Db
  changes: Pick<Changes, 'subscribe'>
  log: Log
  /** Called after each reading. */
  onRead(rules: StageRule[]): void
}

/** What the desk decided, read again whenever it changes. */
export function keepStageRules({ db, changes, log, onRead }: Needs) {
  let rules = new Map<string, StageRule>()

  const read = coalesceCalls(async () => {
    const listed = await listStageRules({ db })
    rules = new Map(listed.map((rule) => [rule.npcId, rule]))
    onRead(listed)
  })
  const reading = startBackgroundTask({
    work: () => read().then(() => 'idle' as const),
    log,
    failing: 'stops of streams cannot be read',
    recovered: 'stops of streams are read again',
    level: 'debug',
    startsIdle: true,
  })
  const unsubscribe = changes.subscribe('changes', (table) => {
    if (table === undefined || table === 'stages') reading.request()
  })

  return {
    /** Reads everything that was committed before the call. */
    read,
    /** Reads soon, and until it succeeds. */
    request: reading.request,
    of: (npcId: string): Pick<StageRule, 'stop' | 'delayMs'> =>
      rules.get(npcId) ?? { stop: undefined, delayMs: 0 },
    close(): void {
      unsubscribe()
      void reading.close()
    },
  }
}
