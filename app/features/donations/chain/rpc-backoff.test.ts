import { expect, test } from 'vitest'
import { type Backoff, backOff, NO_BACKOFF } from './rpc-backoff.ts'

const FAILURE = { startedAtMs: 1_000, nowMs: 1_000, isRateLimited: false, retryAfterMs: undefined, jitter: 1 }

test('each failure after a pause doubles the backoff, up to ten seconds', () => {
  const pauses: number[] = []
  let backoff = NO_BACKOFF
  for (let nowMs = 1_000; pauses.length < 7; nowMs = backoff.untilMs) {
    backoff = backOff(backoff, { ...FAILURE, startedAtMs: nowMs, nowMs })
    pauses.push(backoff.untilMs - nowMs)
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('jitter shortens a backoff by up to half', () => {
  expect(backOff(NO_BACKOFF, { ...FAILURE, jitter: 0 }).untilMs).toBe(1_250)
})

test('calls that fail together count as one failure', () => {
  const first = backOff(NO_BACKOFF, FAILURE)
  expect(backOff(first, { ...FAILURE, nowMs: 1_100 })).toBe(first)
})

test('Retry-After replaces the backoff and extends a running one, but never shortens it', () => {
  const waiting: Backoff = { failures: 1, untilMs: 9_000, isRateLimited: true }
  expect(backOff(NO_BACKOFF, { ...FAILURE, isRateLimited: true, retryAfterMs: 8_000 })).toEqual(waiting)
  expect(backOff(waiting, { ...FAILURE, retryAfterMs: 9_000 })).toEqual({ ...waiting, untilMs: 10_000 })
  expect(backOff(waiting, { ...FAILURE, retryAfterMs: 1 })).toEqual(waiting)
})
