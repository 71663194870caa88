import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../app/platform/clock.ts'
import type { Changes } from '../../app/platform/database/watch-changes.server.ts'

/** A page with a missing part, such as a list that could not be read, is served if there is no better one, but not kept. */
export type Rendered<Page> = { page: Page; isComplete: boolean; cause?: unknown }

type Outcome<Page> = { page: Page | undefined; isComplete: boolean; cause?: unknown }
type Entry<Page> = { page: Page; isComplete: boolean; version: number; renderedAt: number }

type PageCacheOptions<Address, Page> = {
  keyOf(address: Address): string
  render(address: Address): Promise<Rendered<Page>>
  changes: Pick<Changes, 'version' | 'isListening'>
  clock: Clock
  /** Called at a page's first failure, and again only after it has been complete in between. */
  onFailure(key: string, cause: unknown): void
}

const RENDER_INTERVAL_MS = 1_000
const MAX_WAIT_MS = 250

/**
 * A page is rendered once per change of its data, one rendering at a time, at most once per second. While rendering
 * fails or is slow, the last good page is served; if there is none yet, `get` returns undefined.
 */
export function createPageCache<Address, Page>(options: PageCacheOptions<Address, Page>) {
  const { keyOf, render, changes, clock, onFailure } = options
  const entries = new Map<string, Entry<Page>>()
  const renderings = new Map<string, Promise<unknown>>()
  const failing = new Set<string>()

  function isFresh(entry: Entry<Page>): boolean {
    if (clock.now() - entry.renderedAt < RENDER_INTERVAL_MS) return true
    return entry.isComplete && changes.isListening() && changes.version() === entry.version
  }

  function noteOutcome(key: string, { isComplete, cause }: Outcome<Page>): void {
    if (isComplete) return void failing.delete(key)
    if (!failing.has(key)) onFailure(key, cause)
    failing.add(key)
  }

  async function renderEntry(key: string, address: Address): Promise<void> {
    const version = changes.version()
    const renderedAt = clock.now()
    const last = entries.get(key)
    const outcome: Outcome<Page> = await render(address).catch((cause: unknown) => ({
      page: undefined,
      isComplete: false,
      cause,
    }))
    renderings.delete(key)
    noteOutcome(key, outcome)
    const { page, isComplete } = outcome
    if (page !== undefined && (isComplete || !last?.isComplete))
      entries.set(key, { page, isComplete, version, renderedAt })
    else if (last) entries.set(key, { ...last, renderedAt })
  }

  return {
    /** Undefined if `get` would have to render the page. */
    fresh(address: Address): Page | undefined {
      const entry = entries.get(keyOf(address))
      return entry && isFresh(entry) ? entry.page : undefined
    },
    async get(address: Address): Promise<Page | undefined> {
      const key = keyOf(address)
      const entry = entries.get(key)
      if (entry && isFresh(entry)) return entry.page
      const rendering =
        renderings.get(key) ??
        Promise.race([renderEntry(key, address), sleep(MAX_WAIT_MS, undefined, { ref: false })])
      renderings.set(key, rendering)
      await rendering
      return entries.get(key)?.page
    },
  }
}
