import type { Clock } from '../clock.ts'

/** The answer is awaited until it is kept. */
type Entry<T> = { answer: Promise<T>; keptAt?: number }

const MAX_ENTRIES = 10_000

/** Concurrent calls with the same key share one answer. It is cached for `forMs` if `isKept`; a failure never is. */
export function cacheFor<T>(
  { clock }: { clock: Clock },
  forMs: number,
  isKept: (answer: T) => boolean = () => true,
): (key: string, ask: () => Promise<T>) => Promise<T> {
  const entries = new Map<string, Entry<T>>()

  function evict(key: string, entry: Entry<T>): void {
    if (entries.get(key) === entry) entries.delete(key)
  }

  function isCurrent({ keptAt }: Entry<T>): boolean {
    // A clock that was set back must not keep old answers.
    return keptAt === undefined || Math.abs(clock.now() - keptAt) < forMs
  }

  function evictExpired(): void {
    for (const [key, entry] of entries) if (!isCurrent(entry)) entries.delete(key)
    if (entries.size >= MAX_ENTRIES) entries.clear()
  }

  return (key, ask) => {
    const cached = entries.get(key)
    if (cached && isCurrent(cached)) return cached.answer
    if (entries.size >= MAX_ENTRIES) evictExpired()
    const entry: Entry<T> = { answer: ask() }
    entries.set(key, entry)
    entry.answer.then(
      (answer) => {
        entry.keptAt = clock.now()
        if (!isKept(answer)) evict(key, entry)
      },
      () => evict(key, entry),
    )
    return entry.answer
  }
}
