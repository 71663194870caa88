import { expect, test } from 'vitest'
import { HISTORY_SLOTS, SLOT_MS } from './contract.ts'
import { fillSlots } from './fill-slots.ts'

const NOW = Date.UTC(2026, 10, 18, 12, 3)
const LAST = Date.UTC(2026, 10, 18, 12, 0)
const FIRST = LAST - (HISTORY_SLOTS - 1) * SLOT_MS
const slot = (at_ms: number, votes: number) => ({ at_ms, visitors: 3, players: 1.6, votes })

test('a new site has gaps alone', () => {
  const { from_ms, visitors, votes } = fillSlots([], NOW)
  expect(from_ms).toBe(FIRST)
  expect(visitors).toEqual(Array(HISTORY_SLOTS).fill(null))
  expect(votes).toEqual(visitors)
})

test('votes are gained since the last slot that is known, also over a gap and from before the day', () => {
  const rows = [
    slot(FIRST - SLOT_MS, 5),
    slot(FIRST, 7),
    slot(FIRST + 3 * SLOT_MS, 6),
    slot(FIRST + 4 * SLOT_MS, 6),
  ]
  const { votes, visitors, players } = fillSlots(rows, NOW)
  expect(votes.slice(0, 6)).toEqual([2, null, null, -1, 0, null])
  expect(visitors.slice(0, 2)).toEqual([3, null])
  expect(players[0]).toBe(2)
})

test('the votes of the time before the history are nobody’s gain', () => {
  expect(fillSlots([slot(LAST - SLOT_MS, 500), slot(LAST, 501)], NOW).votes.slice(-2)).toEqual([0, 1])
})

test('a slot that has just begun is as the one before it until its first minute is written, and then a gap', () => {
  const before = [slot(LAST - SLOT_MS, 5)]
  const justBegun = fillSlots(before, LAST + 60_000)
  expect(justBegun.visitors.slice(-2)).toEqual([3, 3])
  expect(justBegun.votes.slice(-2)).toEqual([0, 0])
  expect(fillSlots(before, LAST + 100_000).visitors.slice(-2)).toEqual([3, null])
  expect(fillSlots([slot(LAST - 2 * SLOT_MS, 5)], LAST + 60_000).visitors.slice(-2)).toEqual([null, null])
  expect(fillSlots([...before, slot(LAST, 8)], LAST + 60_000).votes.at(-1)).toBe(3)
})
