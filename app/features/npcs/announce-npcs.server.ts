import { repeatWhileAsked } from '../../platform/async/background-task.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Changes } from '../../platform/database/watch-changes.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { tellOfNpcs } from './npcs-store.server.ts'

type Needs = { db: Db; changes: Changes; log: Log }

const EVERY_MS = 250

/** Tells everybody of the list when it has changed, four times a second at most, however many vote. */
export function announceNpcs({ db, changes, log }: Needs): { close(): void } {
  const telling = repeatWhileAsked(
    () => tellOfNpcs({ db }, EVERY_MS),
    (error) => log.debug({ err: error }, 'the NPCs could not be announced'),
  )
  const leave = changes.subscribe('changes', telling.ask)
  // What changed while no instance was there.
  telling.ask()
  return {
    close() {
      leave()
      telling.close()
    },
  }
}
