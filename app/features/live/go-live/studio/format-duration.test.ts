import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0:00'],
  [42_900, '0:42'],
  [725_000, '12:05'],
  [3_599_999, '59:59'],
  [3_723_000, '1:02:03'],
  [90_000_000, '25:00:00'],
])('%i ms on air read %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})
