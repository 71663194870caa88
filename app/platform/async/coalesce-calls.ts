/**
 * Calls made while one is in progress share the next one: at most one runs at a time, and no caller gets the result
 * of a run that started before its call.
 */
export function coalesceCalls<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined

  function run(): Promise<T> {
    const result = call()
    running = result
      .catch(() => {})
      .then(() => {
        running = undefined
      })
    return result
  }

  return () => {
    if (running === undefined) return run()
    next ??= running.then(() => {
      next = undefined
      return run()
    })
    return next
  }
}
