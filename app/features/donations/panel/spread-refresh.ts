/** A donation makes every open page ask: not all in the same moment, and none more than once a second. */
const MIN_GAP_MS = 1_000
const SPREAD_MS = 500

/**
 * Asks soon, once for everyone who wanted it meanwhile. At most one request is on its way; what is wanted while it is
 * gets the next one, because the answer may be older.
 */
export function spreadRefresh(ask: () => Promise<unknown>, random: () => number = Math.random): () => void {
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
    // What could not be had is asked for again with the next donation.
    await ask().catch(() => {})
    isUnderWay = false
    if (isWanted) schedule()
  }

  return () => {
    isWanted = true
    if (!isUnderWay) schedule()
  }
}
