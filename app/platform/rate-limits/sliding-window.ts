export const WINDOW_MS = 60_000

/** What was counted in this minute, and in the one before it. */
export type Counted = { current: number; before: number }

/**
 * How much of it falls into the last 60 seconds: all of this minute, and of the one before as much as is not yet a
 * minute ago. So the turn of a minute gives nobody a second allowance.
 */
export function estimate({ current, before }: Counted, elapsedMs: number): number {
  return current + before * (1 - elapsedMs / WINDOW_MS)
}

/** How long until the estimate is below the limit, when nothing more is counted. */
export function waitMs({ current, before }: Counted, limit: number, elapsedMs: number): number {
  if (current < limit) return Math.max(0, (1 - (limit - current) / before) * WINDOW_MS - elapsedMs)
  return WINDOW_MS - elapsedMs + (1 - limit / current) * WINDOW_MS
}
