import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimate, WINDOW_MS, waitMs } from './sliding-window.ts'

test.each([
  [{ current: 0, before: 100 }, 0, 100],
  [{ current: 10, before: 100 }, 30_000, 60],
  [{ current: 10, before: 100 }, 59_999, 10],
])('%o after %d ms of the minute is about %d', (counted, elapsedMs, expected) => {
  expect(Math.round(estimate(counted, elapsedMs))).toBe(expected)
})

test('a millisecond after the wait there is room again', () => {
  const count = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(
      count,
      count,
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 0, max: 59_999 }),
      (current, before, limit, elapsedMs) => {
        fc.pre(estimate({ current, before }, elapsedMs) >= limit)
        const then = elapsedMs + waitMs({ current, before }, limit, elapsedMs) + 1
        const isNextMinute = then >= WINDOW_MS
        const counted = isNextMinute ? { current: 0, before: current } : { current, before }
        expect(estimate(counted, isNextMinute ? then - WINDOW_MS : then)).toBeLessThan(limit)
        expect(then).toBeGreaterThan(elapsedMs)
      },
    ),
  )
})

test('a caller that takes all it can never gets much more than the limit within 60 seconds', () => {
  const limit = 100
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 5, maxLength: 40 }), (pauses) => {
      const taken: number[] = []
      let now = 0
      let minute = 0
      let counted = { current: 0, before: 0 }
      for (const pause of pauses) {
        now += pause
        const turned = Math.floor(now / WINDOW_MS) - minute
        if (turned > 0) counted = { current: 0, before: turned === 1 ? counted.current : 0 }
        minute += turned
        while (estimate(counted, now % WINDOW_MS) < limit) {
          counted.current += 1
          taken.push(now)
        }
        expect(taken.filter((at) => at > now - WINDOW_MS).length).toBeLessThan(limit * 2)
      }
      const turnOfMinute = taken.filter((at) => at > 59_000 && at < 61_000).length
      expect(turnOfMinute).toBeLessThanOrEqual(limit + 2)
    }),
  )
})
