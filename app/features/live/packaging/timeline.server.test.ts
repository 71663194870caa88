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
  ['a clock that is set back a little moves nothing', 0, [5_000, 4_600, 4_640], [0, 20, 60]],
  ['many small steps back are a clock that is set', 0, [5_000, 4_800, 4_600, 4_640], [0, -200, 20, 60]],
])('%s', (_, startMs, timestamps, placed) => {
  expect(placeAll(startMs, timestamps)).toEqual(placed)
})

/** A minute of both tracks, audio always `skewMs` behind video. At 30 s the clock of the encoder is set. */
function placeBoth(skewMs: number, setByMs = 0) {
  const timeline = createTimeline(10_000)
  const read = (timeMs: number) => (timeMs + (timeMs >= 30_000 ? setByMs : 0)) >>> 0
  const placed = []
  for (let timeMs = 15_000; timeMs < 75_000; timeMs += 40) {
    const video = timeline.place('video', read(timeMs))
    const audio = timeline.place('audio', read(timeMs - skewMs))
    placed.push({ video, audio })
  }
  return placed
}

test.each([-10_000, -1_500, -40, 0, 1_100, 3_000, 10_000])(
  'audio that is %i ms late stays that late, and time does not run faster',
  (skewMs) => {
    const placed = placeBoth(skewMs)
    expect(placed.every(({ video, audio }) => video - audio === skewMs)).toBe(true)
    expect(placed.at(-1)?.video).toBe(10_000 + 60_000 - 40)
  },
)

test.each([
  [3_600_000, 3_000],
  [-3_600_000, -3_000],
  [-1_500, 10_000],
  [-500, -10_000],
  [2 ** 31 - 1, 0],
])('when the clock is set by %i ms, audio that was %i ms late stays that late', (setByMs, skewMs) => {
  const placed = placeBoth(skewMs, setByMs)
  const { video = 0, audio = 0 } = placed.at(-1) ?? {}
  expect(video - audio).toBe(skewMs)
  expect(Math.abs(video - (10_000 + 60_000 - 40))).toBeLessThanOrEqual(20)
})

test.each([
  [9_000, 5_000],
  [9_970, 0],
  [10_000, 40],
  [10_020, -8_000],
])('after a step of %i ms, a pause or not, audio that was %i ms late stays that late', (stepMs, skewMs) => {
  const { video = 0, audio = 0 } = placeBoth(skewMs, stepMs).at(-1) ?? {}
  expect(video - audio).toBe(skewMs)
})

test('one wrong timestamp moves its own frame only', () => {
  for (const wrong of [3_600_000, 12_000, -400, -3_600_000]) {
    const timeline = createTimeline(0)
    timeline.place('video', 100_000)
    timeline.place('audio', 100_000)
    timeline.place('audio', 100_020 + wrong)
    expect([timeline.place('audio', 100_040), timeline.place('video', 100_040)]).toEqual([40, 40])
  }
})

test('tracks with clocks of their own are played together', () => {
  const timeline = createTimeline(0)
  timeline.place('video', 0)
  const first = timeline.place('audio', 1_000_000)
  expect([first, timeline.place('audio', 1_000_040) - first, timeline.place('video', 40)]).toEqual([
    20, 40, 40,
  ])
})
