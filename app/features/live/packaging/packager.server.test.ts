import { expect, test } from 'vitest'
import { readRuns } from '../../../../tests/support/video/mp4-boxes.ts'
import {
  AUDIO_TRACK_ID,
  VIDEO_TIMESCALE,
  VIDEO_TRACK_ID,
} from '../../../platform/fmp4/init-segment.server.ts'
import { createPackager, PART_TARGET_S } from './packager.server.ts'
import type { Part } from './part-queue.server.ts'

const AUDIO_RATE = 48_000
const DATA = Buffer.from('frame')
const AAC_SAMPLES = 1_024

type Segment = Part[]

/** The packager, and the segments it makes. */
function packaging(audioRate?: number, targetS = 2) {
  const segments: Segment[] = []
  let open: Segment = []
  const packager = createPackager(
    { audioRate, startMs: 1_000, targetS },
    {
      addPart: (part) => open.push(part),
      closeSegment() {
        segments.push(open)
        open = []
      },
    },
  )
  return { packager, segments }
}

const frame = (isKey: boolean) => ({ isKey, compositionMs: 0, data: DATA })

function runsOf(segments: Segment[], trackId: number) {
  return segments.flat().flatMap(({ data }) => readRuns(data).filter((run) => run.trackId === trackId))
}

/** Every run starts where the previous one ends. */
function isGapless(runs: { start: number; end: number }[]): boolean {
  return runs.every(({ start }, place) => place === 0 || start === runs[place - 1]?.end)
}

test('parts have the target duration, segments start with key frames, and there are no gaps', () => {
  const { packager, segments } = packaging()
  for (let place = 0; place < 300; place += 1)
    packager.addVideo(1_000 + Math.round((place * 1_000) / 30), frame(place % 60 === 0))
  packager.flush()
  expect(segments.map((parts) => parts.reduce((sum, { durationS }) => sum + durationS, 0))).toEqual(
    Array.from({ length: 5 }, () => expect.closeTo(2, 2)),
  )
  for (const parts of segments) {
    expect(parts.map(({ startsWithKeyFrame }) => startsWithKeyFrame)).toEqual(
      parts.map((_, place) => place === 0),
    )
    expect(Math.max(...parts.map(({ durationS }) => durationS))).toBeLessThanOrEqual(PART_TARGET_S)
    // All but the last: shorter parts would only cost more requests.
    expect(Math.min(...parts.slice(0, -1).map(({ durationS }) => durationS))).toBeGreaterThan(
      0.85 * PART_TARGET_S,
    )
  }
  const runs = runsOf(segments, VIDEO_TRACK_ID)
  expect(isGapless(runs)).toBe(true)
  expect(runs.reduce((sum, { samples }) => sum + samples, 0)).toBe(300)
  expect(runs[0]?.start).toBe(VIDEO_TIMESCALE)
})

test.each([44_100, 48_000])(
  'audio of %i Hz has no gaps, whether its frames last whole milliseconds or not',
  (rate) => {
    const { packager, segments } = packaging(rate)
    let played = 0
    for (let place = 0; place < 250; place += 1) {
      const timeMs = 1_000 + place * 40
      for (; (played * 1_024_000) / rate <= place * 40; played += 1)
        packager.addAudio(1_000 + Math.floor((played * 1_024_000) / rate), DATA, AAC_SAMPLES)
      packager.addVideo(timeMs, frame(place % 50 === 0))
    }
    packager.flush()
    const runs = runsOf(segments, AUDIO_TRACK_ID)
    expect(isGapless(runs)).toBe(true)
    expect((runs[0]?.start ?? 0) / rate).toBeCloseTo(1)
    expect((runs.at(-1)?.end ?? 0) / rate).toBeCloseTo(11, 0)
  },
)

test('a gap in the audio stays a gap, and overlapping audio is left out', () => {
  const { packager, segments } = packaging(AUDIO_RATE)
  const audioTimes = [1_000, 1_021, 1_042, 3_000, 3_021, 1_100, 3_042]
  for (const timeMs of audioTimes) packager.addAudio(timeMs, DATA, AAC_SAMPLES)
  for (let place = 0; place < 120; place += 1) packager.addVideo(1_000 + place * 40, frame(place % 50 === 0))
  packager.flush()
  const runs = runsOf(segments, AUDIO_TRACK_ID)
  expect(runs.map(({ start, samples }) => [Math.round(start / 48), samples])).toEqual([
    [1_000, 3],
    [3_000, 3],
  ])
})

test('after a break the next frame goes on where the last one ended', () => {
  const { packager, segments } = packaging(AUDIO_RATE)
  for (let place = 0; place < 30; place += 1) {
    packager.addVideo(1_000 + place * 40, frame(place === 0))
    packager.addAudio(1_000 + place * 40, DATA, AAC_SAMPLES)
  }
  packager.flush()
  const resumeMs = packager.endMs()
  packager.addVideo(resumeMs, frame(true))
  packager.addVideo(resumeMs + 40, frame(false))
  packager.flush()
  expect(segments).toHaveLength(2)
  const runs = runsOf(segments, VIDEO_TRACK_ID)
  expect(runs.every(({ start }, place) => place === 0 || start >= (runs[place - 1]?.end ?? 0))).toBe(true)
})

test('frames that come at one moment, or backwards, still follow each other', () => {
  const { packager, segments } = packaging()
  for (const timeMs of [1_000, 1_000, 1_040, 1_020, 1_080]) packager.addVideo(timeMs, frame(timeMs === 1_000))
  packager.flush()
  expect(isGapless(runsOf(segments, VIDEO_TRACK_ID))).toBe(true)
})

test('no segment outgrows its target, and a frame that would make it do so is not taken', () => {
  const { packager, segments } = packaging(AUDIO_RATE)
  expect(packager.addVideo(1_000, frame(true))).toBe(true)
  for (let place = 1; place <= 5_000; place += 1) packager.addAudio(1_000 + place * 10_000, DATA, AAC_SAMPLES)
  for (const lateMs of [50_001_000, 3_500]) expect(packager.addVideo(lateMs, frame(true))).toBe(false)
  expect(packager.addVideo(3_490, frame(false))).toBe(true)
  packager.flush()
  packager.flush()
  expect(segments.map((parts) => parts.reduce((sum, { durationS }) => sum + durationS, 0))).toEqual([
    expect.closeTo(2.49),
  ])
})

test.each([
  ['1.5 s', [0, 1_500, 3_000, 4_500]],
  ['2 s, and others where the scene changes', [0, 2_000, 2_600, 4_600, 5_000, 7_000]],
])('segments keep their target with key frames every %s', (_, keyFramesMs) => {
  const { packager, segments } = packaging()
  for (let timeMs = 0; timeMs < 9_000; timeMs += 100)
    packager.addVideo(1_000 + timeMs, frame(keyFramesMs.includes(timeMs)))
  expect(segments.length).toBeGreaterThanOrEqual(3)
  for (const parts of segments) expect(parts[0]?.startsWithKeyFrame).toBe(true)
})

/** Ten seconds of both; audio comes `lateMs` after the video of its time. */
function sendLate(
  packager: ReturnType<typeof packaging>['packager'],
  lateMs: number,
  untilMs = 10_000,
): void {
  for (let timeMs = 1_000; timeMs < 11_000; timeMs += 20) {
    if (timeMs % 40 === 0) packager.addVideo(timeMs, frame(timeMs % 2_000 === 1_000 || timeMs === 1_000))
    if (timeMs - lateMs >= 1_000 && timeMs < untilMs) packager.addAudio(timeMs - lateMs, DATA, 960)
  }
}

test('parts wait for audio that comes seconds late', () => {
  const parts: Part[] = []
  const sink = { addPart: (part: Part) => parts.push(part), closeSegment: () => {} }
  sendLate(createPackager({ audioRate: AUDIO_RATE, startMs: 1_000, targetS: 20 }, sink), 2_000)
  const complete = parts.map(({ data }) => readRuns(data)).filter((runs) => runs.length === 2)
  expect(complete.length).toBeGreaterThan(10)
  for (const [video, audio] of complete)
    expect((video?.end ?? 0) / VIDEO_TIMESCALE - (audio?.end ?? 0) / AUDIO_RATE).toBeLessThan(0.55)
})

test('parts do not wait for audio that has stopped', () => {
  const parts: Part[] = []
  const sink = { addPart: (part: Part) => parts.push(part), closeSegment: () => {} }
  const packager = createPackager({ audioRate: AUDIO_RATE, startMs: 1_000, targetS: 20 }, sink)
  sendLate(packager, 0, 4_000)
  expect(parts.length).toBeGreaterThan(25)
})

test('audio from before the beginning is left out', () => {
  const { packager, segments } = packaging(AUDIO_RATE)
  for (const timeMs of [-900, -10, 1_000]) packager.addAudio(timeMs, DATA, AAC_SAMPLES)
  for (let place = 0; place < 20; place += 1) packager.addVideo(1_000 + place * 40, frame(place === 0))
  packager.flush()
  expect(runsOf(segments, AUDIO_TRACK_ID).map(({ start }) => start)).toEqual([AUDIO_RATE])
})

test('samples that cannot be encoded fail once: the next flush goes on without them', () => {
  const { packager, segments } = packaging()
  packager.addVideo(1_000, { isKey: true, compositionMs: 2 ** 40, data: DATA })
  expect(() => packager.flush()).toThrow(RangeError)
  packager.flush()
  packager.addVideo(2_000, frame(true))
  packager.flush()
  expect(runsOf(segments, VIDEO_TRACK_ID)).toHaveLength(1)
})
