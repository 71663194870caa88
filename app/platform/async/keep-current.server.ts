import type { Clock } from '../clock.ts'
import type { Changes } from '../database/watch-changes.server.ts'

type Needs<T> = {
  read(): Promise<T>
  /** What `read` depends on. */
  tables: readonly string[]
  changes: Pick<Changes, 'isListening' | 'subscribe'>
  clock: Clock
}

export type Current<T> = {
  /** Never older than the last change this process has heard of. */
  get(): Promise<T>
  /** Reads again for the next caller, because of a change whose notification may still be under way. */
  expire(): void
  close(): void
}

const MIN_INTERVAL_MS = 1_000

/** Keeps in memory what the database says: it is read after a change, on demand, and at most once a second. */
export function keepCurrent<T>({ read, tables, changes, clock }: Needs<T>): Current<T> {
  let version = 0
  let known: { value: T; version: number } | undefined
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
    known = { value, version: readVersion }
    return value
  }

  return {
    async get() {
      if (known?.version === version && changes.isListening()) return known.value
      next ??= readNext()
      return next
    },
    expire,
    close: unsubscribe,
  }
}
