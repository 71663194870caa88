import { afterEach, expect, test, vi } from 'vitest'
import { findGaps, findMost, findRuns, hourPeaks, hourSeries, slotSeries } from './plot-series.ts'

afterEach(() => vi.unstubAllEnvs())

const series = (...values: (number | null)[]) => slotSeries(values, 0)

test('gaps begin with the history and reach to its end', () => {
  expect(findGaps(series(null, null, 1, null, null, 2, null))).toEqual([
    { from: 3, to: 5 },
    { from: 6, to: 7 },
  ])
  expect(findGaps(series(1, 2))).toEqual([])
})

test('lines are interrupted by gaps', () => {
  expect(findRuns(series(null, 1, 2, null, 3))).toEqual([
    [
      { place: 1, value: 1 },
      { place: 2, value: 2 },
    ],
    [{ place: 4, value: 3 }],
  ])
})

test('the most is the first of the highest', () => {
  expect(findMost(series(null, 2, 5, 5))).toEqual({ value: 5, place: 2 })
  expect(findMost(series(null, 0))).toEqual({ value: 0, place: 1 })
  expect(findMost(series(null))).toBeUndefined()
})

test.each(['UTC', 'Asia/Kolkata', 'Asia/Kathmandu'])('hours in %s begin when the clock says so', (zone) => {
  vi.stubEnv('TZ', zone)
  const from = Date.UTC(2026, 10, 18, 10, 20)
  const values = Array.from({ length: 288 }, () => 1)
  const { values: sums, startsMs } = hourSeries(values, from)
  expect(sums).toHaveLength(25)
  expect(sums.slice(1, -1)).toEqual(Array(23).fill(12))
  expect(sums.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(288)
  for (const ms of startsMs) expect(new Date(ms).getMinutes()).toBe(0)
})

test('an hour of which nothing is known is a gap, one that is half known is not', () => {
  const values = [...Array(12).fill(null), ...Array(6).fill(null), ...Array(6).fill(2)]
  expect(hourSeries(values, Date.UTC(2026, 10, 18, 10)).values).toEqual([null, 12])
  expect(hourPeaks(values, Date.UTC(2026, 10, 18, 10)).values).toEqual([null, 2])
})
