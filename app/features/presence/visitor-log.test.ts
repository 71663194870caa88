import { expect, test } from 'vitest'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { countOnline, parseVisitorLog, refreshVisitorLog } from './visitor-log.ts'

const NOW = 1_800_000_000_000

test.each([null, '', '{', 'null', '7', '{"id":"a"}', '[1,null,{"id":1,"timestamp":2},{"id":"a"}]'])(
  'a stored log of %s is an empty one',
  (text) => {
    expect(parseVisitorLog(text)).toEqual([])
  },
)

test('entries are kept for five minutes, and the own entry is refreshed', () => {
  const log = [
    { id: 'own', timestamp: NOW - 30_000 },
    { id: 'fresh', timestamp: NOW - ONLINE_WINDOW_MS },
    { id: 'old', timestamp: NOW - ONLINE_WINDOW_MS - 1 },
    { id: 'from a wrong clock', timestamp: NOW + ONLINE_WINDOW_MS + 1 },
  ]
  const refreshed = refreshVisitorLog(log, 'own', NOW)
  expect(refreshed).toEqual([
    { id: 'fresh', timestamp: NOW - ONLINE_WINDOW_MS },
    { id: 'own', timestamp: NOW },
  ])
  expect(countOnline(refreshed)).toBe(2)
})

test('the count is at least one', () => {
  expect(countOnline([])).toBe(1)
})
