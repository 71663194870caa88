export type KeyedCounts = {
  of(key: string): number
  add(key: string, change: number): void
  /** Keys that are not at zero. */
  size(): number
}

/** Counts per key, never below zero; a key at zero takes no memory. */
export function createKeyedCounts(): KeyedCounts {
  const counts = new Map<string, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add(key, change) {
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
    size: () => counts.size,
  }
}
