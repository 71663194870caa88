import type { Clock } from '../clock.ts'

type Entry<T> = { answer: Promise<T>; untilMs: number }

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

  function evictExpired(): void {
    for (const [key, { untilMs }] of entries) if (untilMs <= clock.now()) entries.delete(key)
    if (entries.size >= MAX_ENTRIES) entries.clear()
  }

  return (key, ask) => {
    const cached = entries.get(key)
    if (cached && cached.untilMs > clock.now()) return cached.answer
    if (entries.size >= MAX_ENTRIES) evictExpired()
    const entry: Entry<T> = { answer: ask(), untilMs: Number.POSITIVE_INFINITY }
    entries.set(key, entry)
    entry.answer.then(
      (answer) => {
        entry.untilMs = clock.now() + forMs
        if (!isKept(answer)) evict(key, entry)
      },
      () => evict(key, entry),
    )
    return entry.answer
  }
}
