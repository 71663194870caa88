import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

test('a burst is allowed at once, then a number per second, and a reserve is kept', () => {
  let now = 0
  const bucket = createTokenBucket({ clock: { now: () => now } }, { perSecond: 10, burst: 4 })
  expect(bucket.left()).toBe(4)
  expect(bucket.left(2)).toBe(2)
  for (let call = 0; call < 4; call += 1) bucket.spend()
  expect(bucket.left()).toBe(0)
  expect(bucket.waitMs()).toBe(100)
  expect(bucket.waitMs(2)).toBe(300)
  now += 100
  expect(bucket.left()).toBe(1)
  now += 3_600_000
  expect(bucket.left()).toBe(4)
})

test('setting the clock back removes no tokens', () => {
  let now = 1_000_000
  const bucket = createTokenBucket({ clock: { now: () => now } }, { perSecond: 10, burst: 4 })
  now = 0
  expect(bucket.left()).toBe(4)
})
