/**
 * Whoever asks while an answer is on its way shares the next one with all who wait: at most one is on its way, and
 * nobody gets one that was asked for before him.
 */
export function shareNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<unknown> | undefined
  let next: Promise<T> | undefined

  function askNow(): Promise<T> {
    const answer = ask()
    asked = answer
      .catch(() => {})
      .then(() => {
        asked = undefined
      })
    return answer
  }

  return () => {
    if (asked === undefined) return askNow()
    next ??= asked.then(() => {
      next = undefined
      return askNow()
    })
    return next
  }
}
