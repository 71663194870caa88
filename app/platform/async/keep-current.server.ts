import type { Clock } from '../clock.ts'
import type { Changes } from '../database/watch-changes.server.ts'

type Needs<T> = {
  read(): Promise<T>
  /** The tables that `read` reads. */
  tables: readonly string[]
  changes: Pick<Changes, 'isListening' | 'subscribe'>
  clock: Clock
}

const MIN_INTERVAL_MS = 1_000

/** Caches a value from the database until it changes; it is read on demand, at most once per second. */
export function keepCurrent<T>({ read, tables, changes, clock }: Needs<T>) {
  let version = 0
  let cached: { value: T; version: number } | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined

  const expire = () => {
    version += 1
  }
  const unsubscribe = changes.subscribe('changes', (table) => {
    if (table === undefined || tables.includes(table)) expire()
  })

  async function readNext(): Promise<T> {
    await reading.catch(() => {})
    const waitMs = Math.min(startedAt + MIN_INTERVAL_MS - clock.now(), MIN_INTERVAL_MS)
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    next = undefined
    startedAt = clock.now()
    const readVersion = version
    const answer = read()
    reading = answer
    const value = await answer
    cached = { value, version: readVersion }
    return value
  }

  return {
    /** Never older than the last change that this process was notified of. */
    async get(): Promise<T> {
      if (cached?.version === version && changes.isListening()) return cached.value
      next ??= readNext()
      return next
    },
    /** Makes the next caller read again: a change whose notification may still be on its way. */
    expire,
    close: unsubscribe,
  }
}
