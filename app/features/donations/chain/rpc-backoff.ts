/** How long a failing RPC is left alone; each failure after a pause doubles the next one. */
export type Backoff = { failures: number; untilMs: number; isRateLimited: boolean }

export const NO_BACKOFF: Backoff = { failures: 0, untilMs: 0, isRateLimited: false }

const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 10_000

type Failure = {
  startedAtMs: number
  nowMs: number
  isRateLimited: boolean
  /** What the RPC asked for. */
  retryAfterMs: number | undefined
  /** From 0 to 1, so that several instances do not come back at the same moment. */
  jitter: number
}

export function backOff(current: Backoff, failure: Failure): Backoff {
  const { startedAtMs, nowMs, isRateLimited, retryAfterMs, jitter } = failure
  // Of several calls that fail together, only the first lengthens the backoff.
  const isFirst = current.failures === 0 || current.untilMs <= startedAtMs
  if (!isFirst && retryAfterMs === undefined) return current
  const doubledMs = Math.min(FIRST_BACKOFF_MS * 2 ** current.failures, MAX_BACKOFF_MS)
  const untilMs = Math.max(current.untilMs, nowMs + (retryAfterMs ?? doubledMs * (0.5 + jitter / 2)))
  return isFirst ? { failures: current.failures + 1, untilMs, isRateLimited } : { ...current, untilMs }
}
