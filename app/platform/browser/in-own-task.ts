/** Starts what a page does not need at once in a later task, so that hydration blocks for less long. Returns how to end it. */
export function inOwnTask(start: () => (() => void) | undefined): () => void {
  let stop: (() => void) | undefined
  const timer = setTimeout(() => {
    stop = start()
  })
  return () => {
    clearTimeout(timer)
    stop?.()
  }
}
