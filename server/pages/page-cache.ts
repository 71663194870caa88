import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../app/platform/clock.ts'
import type { Changes } from '../../app/platform/database/watch-changes.server.ts'

/** A page with a missing part, such as a list that could not be read, is served if there is no better one, but not kept. */
export type Rendered<Page> = { page: Page; isComplete: boolean; cause?: unknown }

type Outcome<Page> = { page: Page | undefined; isComplete: boolean; cause?: unknown }
type Entry<Page> = { page: Page; isComplete: boolean; version: number; renderedAt: number }

type PageCacheOptions<Address, Page> = {
  keyOf(address: Address): string
  /** Calls `onLoaded` once it has the page's data. */
  render(address: Address, onLoaded: () => void): Promise<Rendered<Page>>
  /** For the first visitors of a page whose data takes too long. */
  renderWithoutDatabase(address: Address): Promise<Rendered<Page>>
  changes: Pick<Changes, 'version' | 'isListening'>
  clock: Clock
  /** Called at a page's first failure, and again only after it has been complete in between. */
  onFailure(key: string, cause: unknown): void
}

const RENDER_INTERVAL_MS = 1_000
/** A visitor gets the last good page after a moment; where there is none yet, a whole one is worth a longer wait. */
const MAX_WAIT_MS = { forNewer: 250, forFirst: 1_000 }
const STEP_MS = 50

/**
 * A page is rendered once per change of its data, one rendering at a time, at most once per second. While rendering
 * fails or is slow, the last good page is served; if there is none yet, the page without its data. If that fails, too,
 * `get` returns undefined.
 */
export function createPageCache<Address, Page>(options: PageCacheOptions<Address, Page>) {
  const { keyOf, render, renderWithoutDatabase, changes, clock, onFailure } = options
  const entries = new Map<string, Entry<Page>>()
  const renderings = new Map<string, Promise<unknown>>()
  const failing = new Set<string>()
  const counts = { hits: 0, renderings: 0 }

  function isFresh(entry: Entry<Page>): boolean {
    // A clock that was set back must not keep old pages.
    if (Math.abs(clock.now() - entry.renderedAt) < RENDER_INTERVAL_MS) return true
    return entry.isComplete && changes.isListening() && changes.version() === entry.version
  }

  function noteOutcome(key: string, { isComplete, cause }: Outcome<Page>): void {
    if (isComplete) return void failing.delete(key)
    if (!failing.has(key)) onFailure(key, cause)
    failing.add(key)
  }

  async function renderEntry(key: string, address: Address, onLoaded: () => void): Promise<void> {
    counts.renderings += 1
    const version = changes.version()
    const renderedAt = clock.now()
    const last = entries.get(key)
    const outcome: Outcome<Page> = await render(address, onLoaded).catch((cause: unknown) => ({
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

  async function renderInTime(key: string, address: Address): Promise<void> {
    const isFirst = !entries.has(key)
    const loading = Promise.withResolvers<void>()
    const rendering = renderEntry(key, address, loading.resolve)
    const waitMs = isFirst ? MAX_WAIT_MS.forFirst : MAX_WAIT_MS.forNewer
    const isLate = await Promise.race([loading.promise, rendering, inSteps(waitMs)])
    if (!isLate) return rendering
    if (!isFirst) return
    const renderedAt = clock.now()
    const { page } = await renderWithoutDatabase(address)
    if (!entries.has(key)) entries.set(key, { page, isComplete: false, version: 0, renderedAt })
  }

  return {
    /** Undefined if `get` would have to render the page. */
    fresh(address: Address): Page | undefined {
      const entry = entries.get(keyOf(address))
      if (!entry || !isFresh(entry)) return undefined
      counts.hits += 1
      return entry.page
    },
    async get(address: Address): Promise<Page | undefined> {
      const key = keyOf(address)
      const entry = entries.get(key)
      if (entry && isFresh(entry)) {
        counts.hits += 1
        return entry.page
      }
      const rendering = renderings.get(key) ?? renderInTime(key, address)
      renderings.set(key, rendering)
      await rendering
      return entries.get(key)?.page
    },
    /** Since the start: pages served as they were, and renderings. */
    counts: (): Readonly<typeof counts> => counts,
  }
}

/** A busy process is late with everything, also with what the database has answered: each step is a turn to read it. */
async function inSteps(waitMs: number): Promise<true> {
  for (let waited = 0; waited < waitMs; waited += STEP_MS) await sleep(STEP_MS, undefined, { ref: false })
  return true
}
