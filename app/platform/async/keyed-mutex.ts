export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Runs the work of one key one after another, in the order of the calls; other keys do not wait. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    last.set(key, result)
    const release = () => {
      if (last.get(key) === result) last.delete(key)
    }
    result.then(release, release)
    return result
  }
}
