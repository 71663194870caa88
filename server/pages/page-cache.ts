import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../app/platform/clock.ts'
import type { Changes } from '../../app/platform/database/watch-changes.server.ts'

/** A page that lacks a part (a list that could not be had) is shown in need, never kept for long. */
export type Rendered<Page> = { page: Page; isComplete: boolean }

type Entry<Page> = Rendered<Page> & { version: number; renderedAt: number }

type Needs<Page> = {
  render(key: string): Promise<Rendered<Page>>
  changes: Pick<Changes, 'version' | 'isListening'>
  clock: Clock
}

const RENDER_INTERVAL_MS = 1_000
const PATIENCE_MS = 250

/**
 * A page is rendered once per change of the data behind it, by one flight at a time, at most once a second. While
 * rendering fails or takes long the last good page stands in; where there is none yet, the answer is undefined.
 */
export function createPageCache<Page>({ render, changes, clock }: Needs<Page>) {
  const entries = new Map<string, Entry<Page>>()
  const flights = new Map<string, Promise<unknown>>()

  function isFresh(entry: Entry<Page>): boolean {
    if (clock.now() - entry.renderedAt < RENDER_INTERVAL_MS) return true
    return entry.isComplete && changes.isListening() && changes.version() === entry.version
  }

  async function fly(key: string): Promise<void> {
    const version = changes.version()
    const renderedAt = clock.now()
    const last = entries.get(key)
    const rendered = await render(key).catch(() => undefined)
    flights.delete(key)
    if (rendered && (rendered.isComplete || !last?.isComplete))
      entries.set(key, { ...rendered, version, renderedAt })
    else if (last) entries.set(key, { ...last, renderedAt })
  }

  return {
    async get(key: string): Promise<Page | undefined> {
      const entry = entries.get(key)
      if (entry && isFresh(entry)) return entry.page
      const flight =
        flights.get(key) ?? Promise.race([fly(key), sleep(PATIENCE_MS, undefined, { ref: false })])
      flights.set(key, flight)
      await flight
      return entries.get(key)?.page
    },
  }
}
