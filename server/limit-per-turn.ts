/**
 * Starts at most `maxPerTurn` callbacks per turn of the event loop and the rest in the following turns, in order: a
 * thousand requests that arrive together must not keep a health check waiting until the last of them is done.
 */
export function limitPerTurn(maxPerTurn: number): (start: () => void) => void {
  const waiting: (() => void)[] = []
  let started = 0
  let isScheduled = false

  function schedule(): void {
    if (!isScheduled) setImmediate(startNext)
    isScheduled = true
  }

  function startNext(): void {
    isScheduled = false
    const next = waiting.splice(0, maxPerTurn)
    started = next.length
    if (started > 0) schedule()
    for (const start of next) start()
  }

  return (start) => {
    schedule()
    if (started >= maxPerTurn || waiting.length > 0) return void waiting.push(start)
    started += 1
    start()
  }
}
