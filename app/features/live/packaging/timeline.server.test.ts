import { expect, test } from 'vitest'
import { createTimeline } from './timeline.server.ts'

function placeAll(startMs: number, timestamps: number[]): number[] {
  const timeline = createTimeline(startMs)
  return timestamps.map((timestamp) => timeline.place(timestamp))
}

test.each([
  ['time starts where it is told to', 5_000, [900, 940, 980], [5_000, 5_040, 5_080]],
  ['a frame may be a little early', 5_000, [900, 880, 920], [5_000, 4_980, 5_020]],
  ['time goes on where 32 bits end', 0, [2 ** 32 - 40, 0, 40], [0, 40, 80]],
  ['a pause is a pause', 0, [0, 9_000], [0, 9_000]],
  ['a clock that is set forwards moves nothing', 0, [0, 3_600_000, 3_600_040], [0, 20, 60]],
  ['a clock that is set back moves nothing', 0, [3_600_000, 0, 40], [0, 20, 60]],
])('%s', (_, startMs, timestamps, placed) => {
  expect(placeAll(startMs, timestamps)).toEqual(placed)
})
