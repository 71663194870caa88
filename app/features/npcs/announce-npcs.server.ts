import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/database/database.server.ts'
import type { Changes } from '../../platform/database/watch-changes.server.ts'
import type { Log } from '../../platform/logging.server.ts'
import { tellOfNpcs } from './npcs-store.server.ts'

type Needs = { db: Db; changes: Changes; log: Log }

const EVERY_MS = 250

/** Tells everybody of the list when it has changed, four times a second at most, however many vote. */
export function announceNpcs({ db, changes, log }: Needs): { close(): void } {
  const closing = new AbortController()
  let isStale = false
  let isTelling = false

  async function tellWhileStale(): Promise<void> {
    isTelling = true
    while (isStale && !closing.signal.aborted) {
      isStale = false
      const waitMs = await tellOfNpcs({ db }, EVERY_MS)
      if (waitMs === 0) continue
      isStale = true
      await sleep(waitMs, undefined, { signal: closing.signal, ref: false })
    }
  }

  const leave = changes.subscribe('changes', () => {
    isStale = true
    if (isTelling) return
    tellWhileStale()
      // The database is away: when it is back, that counts as a change.
      .catch((error: unknown) => log.debug({ err: error }, 'the NPCs could not be announced'))
      .finally(() => {
        isTelling = false
      })
  })

  return {
    close() {
      leave()
      closing.abort()
    },
  }
}
