import { expect, test } from 'vitest'
import { createKeyFrameRecord } from './key-frame-record.server.ts'

const INTERVAL_MS = 2_000
const LIMIT = 300

let record: ReturnType<typeof createKeyFrameRecord>
let timeMs: number

function begin(): void {
  record = createKeyFrameRecord()
  timeMs = 0
}

/** How many key frames of the first quality it takes; the same ones of the other come that many of them later. */
function countUntilReturn({ late = 0, isDropped = true } = {}): number {
  for (let count = 1; count <= LIMIT; count += 1) {
    timeMs += INTERVAL_MS
    record.add(timeMs - late * INTERVAL_MS)
    record.addFirst(timeMs, isDropped)
    if (record.mayReturn()) return count
  }
  return Number.POSITIVE_INFINITY
}

test('each time a quality is dropped again, it needs twice as many shared key frames in a row, at most 256', () => {
  begin()
  const counts = Array.from({ length: 11 }, () => {
    const count = countUntilReturn()
    record.returned()
    return count
  })
  expect(counts).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256])
})

test('a key frame that is not shared begins the count again', () => {
  begin()
  countUntilReturn()
  record.returned()
  record.add(timeMs + INTERVAL_MS)
  record.addFirst(timeMs + INTERVAL_MS, true)
  record.addFirst(timeMs + 2 * INTERVAL_MS, true)
  expect(record.mayReturn()).toBe(false)
  timeMs += 2 * INTERVAL_MS
  expect(countUntilReturn()).toBe(2)
})

test.each([
  ['three key frames late returns with the fourth', { late: 3 }, 4],
  ['later than what is remembered does not return', { late: 5 }, Number.POSITIVE_INFINITY],
  ['that was not dropped does not return', { isDropped: false }, Number.POSITIVE_INFINITY],
])('a quality %s', (_, quality, expected) => {
  begin()
  expect(countUntilReturn(quality)).toBe(expected)
})
