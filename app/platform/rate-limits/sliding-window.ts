export const WINDOW_MS = 60_000

/** The counts of this minute and of the one before. */
export type Counted = { current: number; before: number }

/**
 * How many fall into the last 60 seconds: all of this minute, and of the one before the part that is less than a minute
 * ago. So nobody gets a second allowance when a minute begins.
 */
export function estimate({ current, before }: Counted, elapsedMs: number): number {
  return current + before * (1 - elapsedMs / WINDOW_MS)
}

/** How long until the estimate is below the limit, if nothing more is counted. */
export function waitMs({ current, before }: Counted, limit: number, elapsedMs: number): number {
  if (current < limit) return Math.max(0, (1 - (limit - current) / before) * WINDOW_MS - elapsedMs)
  return WINDOW_MS - elapsedMs + (1 - limit / current) * WINDOW_MS
}
