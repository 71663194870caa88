import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../app/platform/clock.ts'
import type { Changes } from '../../app/platform/database/watch-changes.server.ts'

/** A page that lacks a part (a list that could not be had) is shown in need, never kept for long. */
export type Rendered<Page> = { page: Page; isComplete: boolean; cause?: unknown }

type Outcome<Page> = { page: Page | undefined; isComplete: boolean; cause?: unknown }
type Entry<Page> = { page: Page; isComplete: boolean; version: number; renderedAt: number }

type Needs<Page> = {
  render(key: string): Promise<Rendered<Page>>
  changes: Pick<Changes, 'version' | 'isListening'>
  clock: Clock
  /** Told once when a page begins to fail, not again until it has been whole. */
  onTrouble(key: string, cause: unknown): void
}

const broken = (cause: unknown) => ({ page: undefined, isComplete: false, cause })

const RENDER_INTERVAL_MS = 1_000
const PATIENCE_MS = 250

/**
 * A page is rendered once per change of the data behind it, by one flight at a time, at most once a second. While
 * rendering fails or takes long the last good page stands in; where there is none yet, the answer is undefined.
 */
export function createPageCache<Page>({ render, changes, clock, onTrouble }: Needs<Page>) {
  const entries = new Map<string, Entry<Page>>()
  const flights = new Map<string, Promise<unknown>>()
  const troubled = new Set<string>()

  function isFresh(entry: Entry<Page>): boolean {
    if (clock.now() - entry.renderedAt < RENDER_INTERVAL_MS) return true
    return entry.isComplete && changes.isListening() && changes.version() === entry.version
  }

  function noteTrouble(key: string, { isComplete, cause }: Outcome<Page>): void {
    if (isComplete) troubled.delete(key)
    else if (!troubled.has(key)) onTrouble(key, cause)
    if (!isComplete) troubled.add(key)
  }

  async function fly(key: string): Promise<void> {
    const version = changes.version()
    const renderedAt = clock.now()
    const last = entries.get(key)
    const { page, isComplete, cause } = await render(key).catch(broken)
    flights.delete(key)
    noteTrouble(key, { page, isComplete, cause })
    if (page !== undefined && (isComplete || !last?.isComplete))
      entries.set(key, { page, isComplete, version, renderedAt })
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
