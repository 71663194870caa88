/** A donation makes every open page refresh: not all at the same moment, and each at most once per second. */
const MIN_GAP_MS = 1_000
const SPREAD_MS = 500

/**
 * Coalesces requests for a refresh into one delayed call, at most one at a time. A request during a call causes another
 * call, because the running one may return an older state.
 */
export function spreadRefresh(
  refresh: () => Promise<unknown>,
  random: () => number = Math.random,
): () => void {
  let isWanted = false
  let isUnderWay = false
  let lastAt = Number.NEGATIVE_INFINITY

  function schedule(): void {
    isUnderWay = true
    const gapMs = Math.max(0, lastAt + MIN_GAP_MS - Date.now())
    setTimeout(run, gapMs + random() * SPREAD_MS)
  }

  async function run(): Promise<void> {
    isWanted = false
    lastAt = Date.now()
    // After a failure the next donation refreshes again.
    await refresh().catch(() => {})
    isUnderWay = false
    if (isWanted) schedule()
  }

  return () => {
    isWanted = true
    if (!isUnderWay) schedule()
  }
}
