/** Counts per key, never below zero; a key at zero takes no memory. */
export function createKeyedCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, change: number): void {
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
    /** Keys that are not at zero. */
    size: () => counts.size,
  }
}
