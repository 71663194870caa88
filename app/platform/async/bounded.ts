export type Bounded = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** Runs at most `max` calls at once; undefined when there is no room. */
export function createBounded(max: number): Bounded {
  let running = 0
  return async (work) => {
    if (running >= max) return undefined
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
