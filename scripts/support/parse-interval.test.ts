import { expect, test } from 'vitest'
import { parseInterval } from './parse-interval.ts'

test.each([
  ['30m', 1_800_000],
  ['6h', 21_600_000],
  ['24d', 2_073_600_000],
])('%s is %i milliseconds', (text, ms) => {
  expect(parseInterval(text)).toBe(ms)
})

test.each(['', '6', 'h', '0h', '1.5h', '-1h', '6 h', '25d', '9999h', '6w'])('%j is no interval', (text) => {
  expect(() => parseInterval(text)).toThrow('is not an interval')
})
