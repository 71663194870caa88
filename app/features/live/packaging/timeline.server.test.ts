import { expect, test } from 'vitest'
import { createTimeline } from './timeline.server.ts'

function placeAll(startMs: number, timestamps: number[]): number[] {
  const timeline = createTimeline(startMs)
  return timestamps.map((timestamp) => timeline.place('video', timestamp))
}

test.each([
  ['time starts at the given moment', 5_000, [900, 940, 980], [5_000, 5_040, 5_080]],
  ['a frame may be a little early', 5_000, [900, 880, 920], [5_000, 4_980, 5_020]],
  ['time goes on where 32 bits end', 0, [2 ** 32 - 40, 0, 40], [0, 40, 80]],
  ['a pause is a pause', 0, [0, 9_000], [0, 9_000]],
  ['a clock that is set forwards moves nothing', 0, [0, 3_600_000, 3_600_040], [0, 20, 60]],
  ['a clock that is set back moves nothing', 0, [3_600_000, 0, 40], [0, 20, 60]],
  [
    'many small steps back are a clock that is set',
    5_000,
    [5_000, 4_400, 3_800, 3_840],
    [5_000, 4_400, 5_020, 5_060],
  ],
])('%s', (_, startMs, timestamps, placed) => {
  expect(placeAll(startMs, timestamps)).toEqual(placed)
})

const SKEW_MS = 3_000

/** A minute of both tracks, audio always `SKEW_MS` behind video; `setAt` moves the encoder's clock by an hour. */
function placeBoth(setAt = Number.POSITIVE_INFINITY) {
  const timeline = createTimeline(10_000)
  const placed = []
  for (let timeMs = 5_000; timeMs < 65_000; timeMs += 40) {
    const clock = timeMs + (timeMs >= setAt ? 3_600_000 : 0)
    const video = timeline.place('video', clock)
    const audio = timeline.place('audio', clock - SKEW_MS)
    placed.push({ video, audio })
  }
  return placed
}

test('a track that is three seconds late stays three seconds late, and time does not run faster', () => {
  const placed = placeBoth()
  expect(placed.every(({ video, audio }) => video - audio === SKEW_MS)).toBe(true)
  expect(placed.at(-1)?.video).toBe(10_000 + 60_000 - 40)
})

test('when the clock is set, the tracks stay as far apart as they were', () => {
  const placed = placeBoth(30_000)
  expect(placed.at(-1)?.video).toBe(10_000 + 60_000 - 40 - 20)
  const { video = 0, audio = 0 } = placed.at(-1) ?? {}
  expect(video - audio).toBeLessThanOrEqual(SKEW_MS)
  expect(video - audio).toBeGreaterThanOrEqual(0)
})
