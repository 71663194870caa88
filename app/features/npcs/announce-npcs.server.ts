import { startBackgroundTask } from '../../platform/async/background-task.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Changes } from '../../platform/database/watch-changes.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { publishNpcList } from './npcs-store.server.ts'

type Needs = { db: Db; changes: Changes; log: Log }

const EVERY_MS = 250

/** Publishes the list after each change, at most four times per second however many visitors vote. */
export function announceNpcs({ db, changes, log }: Needs): { close(): void } {
  // The first run reports what changed while no instance was running.
  const publishing = startBackgroundTask({
    work: () => publishNpcList({ db }, EVERY_MS),
    log,
    failing: 'the list of NPCs cannot be published',
    recovered: 'the list of NPCs is published again',
    level: 'debug',
  })
  const unsubscribe = changes.subscribe('changes', publishing.request)
  return {
    close() {
      unsubscribe()
      void publishing.close()
    },
  }
}
