import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../../../tests/support/site/test-environment.ts'
import { findBoxes, parseBoxes } from '../../../../tests/support/video/mp4-boxes.ts'
import { createPackager } from '../packaging/packager.server.ts'
import type { Part } from '../packaging/part-queue.server.ts'
import type { StreamEpoch, Tracks } from '../packaging/stream-epoch.server.ts'
import { createEpochWriter } from './epoch-writer.server.ts'
import type { HlsStream } from './hls-stream.server.ts'

type Track = 'video' | 'audio'
/** `sentMs` is on the publisher's clock, in the period between two settings of it; `arrivesMs` on ours. */
type Sent = {
  id: number
  track: Track
  period: number
  sentMs: number
  arrivesMs: number
  isKey: boolean
  isCalm: boolean
}
type Sample = { track: Track; id: number; timeMs: number; endMs: number }
/** What was written from one opening of an epoch to the next. */
type Stretch = { targetS: number; samples: Sample[]; segmentsS: number[] }

const SAMPLE_RATE = 48_000
const SEQUENCES = testEnvironment.isLong ? 100_000 : 250
const LONG_MS = 60 * 60_000
const MAX_OFF_MS = 50
const LENGTH_MS = 12_000
const TICKS_PER_MS = { video: 90, audio: SAMPLE_RATE / 1_000 }
const TRACKS = {} as Tracks

function readSamples({ data }: Part): Sample[] {
  const boxes = parseBoxes(data)
  return findBoxes(boxes, 'moof/traf').flatMap(({ inside }) => {
    const content = (type: string) => inside.find((box) => box.type === type)?.content ?? Buffer.alloc(0)
    const [header, run] = [content('tfhd'), content('trun')]
    const track = header.readUInt32BE(4) === 1 ? 'video' : 'audio'
    let ticks = Number(content('tfdt').readBigUInt64BE(4))
    let at = run.readUInt32BE(8)
    return Array.from({ length: run.readUInt32BE(4) }, (_, place) => {
      const start = ticks
      ticks += run.readUInt32BE(12 + place * 16)
      const id = data.readUInt32BE(at)
      at += run.readUInt32BE(16 + place * 16)
      const [timeMs, endMs] = [start / TICKS_PER_MS[track], ticks / TICKS_PER_MS[track]]
      return { track, id, timeMs, endMs }
    })
  })
}

/** Writes the frames with the site's own writer, timeline and packager. */
function writeAll(sent: Sent[], audioSamples: number): Stretch[] {
  const stretches: Stretch[] = []
  let open: { targetS: number; epoch: StreamEpoch } | undefined
  let stretch: Stretch = { targetS: 0, samples: [], segmentsS: [0] }

  function makeEpoch(targetS: number): StreamEpoch {
    const sink = {
      addPart(part: Part) {
        stretch.samples.push(...readSamples(part))
        stretch.segmentsS.push((stretch.segmentsS.pop() ?? 0) + part.durationS)
      },
      closeSegment: () => stretch.segmentsS.push(0),
    }
    const packager = createPackager({ audioRate: SAMPLE_RATE, startMs: 1_000, targetS }, sink)
    const addAudio = (timeMs: number, data: Buffer) => packager.addAudio(timeMs, data, audioSamples)
    const epoch = { ...packager, targetS, audio: {}, addAudio, bytes: packager.heldBytes, end: () => {} }
    return epoch as unknown as StreamEpoch
  }

  function openEpoch(_: Tracks, minTargetS = 2): StreamEpoch {
    if (open === undefined || open.targetS < minTargetS)
      open = { targetS: minTargetS, epoch: makeEpoch(minTargetS) }
    stretch = { targetS: open.targetS, samples: [], segmentsS: [0] }
    stretches.push(stretch)
    return open.epoch
  }

  const writer = createEpochWriter({ openEpoch } as unknown as HlsStream)
  for (const { id, track, sentMs, isKey } of sent) {
    const data = Buffer.alloc(4)
    data.writeUInt32BE(id)
    if (isKey && !writer.isOpen()) writer.open(TRACKS)
    if (track === 'video') writer.addVideo({ isKey, compositionMs: 0, data }, sentMs >>> 0)
    else writer.addAudio(data, sentMs >>> 0)
  }
  writer.close()
  return stretches
}

const setClock = fc.record({
  atMs: fc.integer({ min: 1_000, max: LENGTH_MS - 500 }),
  byMs: fc.oneof(
    fc.integer({ min: 1_000, max: 15_000 }),
    fc.integer({ min: -15_000, max: -500 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).filter((byMs) => Math.abs(byMs) > 15_000),
  ),
})

type Setting = { atMs: number; byMs: number }

/** Nobody knows how late a track is that has not begun, or that a clock was set which returned before all tracks showed it. */
function tellable(sets: Setting[], audioLateMs: number): Setting[] {
  const skewMs = Math.abs(audioLateMs)
  const begun = sets.filter(({ atMs }) => atMs > skewMs + 100)
  const [one, two] = begun
  const areClose = one && two && Math.abs(one.atMs - two.atMs) < skewMs + 1_000
  return areClose ? [one] : begun
}

const publisher = fc.record({
  /** Near the wrap of 32 bits in every third. */
  firstMs: fc.oneof(fc.nat(2 ** 31), fc.constant(0), fc.integer({ min: 2 ** 32 - 10_000, max: 2 ** 32 - 1 })),
  audioLateMs: fc.oneof(fc.constant(0), fc.integer({ min: -10_000, max: 10_000 })),
  frameMs: fc.constantFrom(33, 40, 66),
  audioSamples: fc.constantFrom(1_024, 2_880),
  keyFrameEveryMs: fc.constantFrom(1_000, 2_000, 3_000),
  jitterMs: fc.nat(4),
  lossPercent: fc.constantFrom(0, 0, 2),
  reorderPercent: fc.constantFrom(0, 0, 3),
  sets: fc.array(setClock, { maxLength: 2 }),
  seed: fc.nat(),
})
type Publisher = typeof publisher extends fc.Arbitrary<infer T> ? T : never

/** Small and repeatable (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Twelve seconds, in the order in which they arrive. */
function makeSent({ frameMs, firstMs, audioLateMs, keyFrameEveryMs, ...about }: Publisher): Sent[] {
  const sets = tellable(about.sets, audioLateMs)
  const random = createRandom(about.seed)
  const happens = (percent: number) => random() * 100 < percent
  const sent: Sent[] = []
  const add = (track: Track, capturedMs: number, isKey: boolean) => {
    const done = sets.filter(({ atMs }) => capturedMs >= atMs)
    const setByMs = done.reduce((sum, { byMs }) => sum + byMs, 0)
    const jitterMs = Math.round((random() - 0.5) * 2 * about.jitterMs)
    const sentMs = firstMs + Math.round(capturedMs) + setByMs + jitterMs
    const lateMs = track === 'audio' ? audioLateMs : 0
    // What is lost at the very moment leaves no trace of how long that took.
    const isCalm = sets.every(({ atMs }) => Math.abs(capturedMs - atMs) > 100)
    if (isCalm && !isKey && happens(about.lossPercent)) return
    sent.push({
      id: sent.length,
      track,
      period: done.length,
      sentMs,
      arrivesMs: capturedMs + lateMs,
      isKey,
      isCalm,
    })
  }
  let keyFrameDueMs = 0
  for (let timeMs = 0; timeMs < LENGTH_MS; timeMs += frameMs) {
    const isKey = timeMs >= keyFrameDueMs
    if (isKey) keyFrameDueMs += keyFrameEveryMs
    add('video', timeMs, isKey)
  }
  for (let timeMs = 0; timeMs < LENGTH_MS; timeMs += (about.audioSamples * 1_000) / SAMPLE_RATE)
    add('audio', timeMs, false)
  for (const track of ['video', 'audio'] as const) {
    const ofTrack = sent.filter((one) => one.track === track)
    for (let place = 0; place + 1 < ofTrack.length; place += 1) {
      const [one, next] = ofTrack.slice(place, place + 2) as [Sent, Sent]
      const isNear = Math.abs(next.sentMs - one.sentMs) < MAX_OFF_MS
      const canSwap = isNear && one.isCalm && next.isCalm && !one.isKey && !next.isKey
      if (!canSwap || !happens(about.reorderPercent)) continue
      ;[one.sentMs, next.sentMs] = [next.sentMs, one.sentMs]
      place += 1
    }
  }
  return sent.sort((one, two) => one.arrivesMs - two.arrivesMs)
}

/** How far samples are from where the publisher put them, within each period of its clock. */
function checkStretch({ targetS, samples, segmentsS }: Stretch, byId: Map<number, Sent>): void {
  for (const segmentS of segmentsS) expect(segmentS).toBeLessThan(targetS + 0.5)
  for (const track of ['video', 'audio']) {
    let endMs = 0
    for (const sample of samples.filter((one) => one.track === track)) {
      if (sample.timeMs < endMs - 1e-6 || sample.endMs <= sample.timeMs) expect(sample).toEqual({ endMs })
      endMs = sample.endMs
    }
  }
  const bases = new Map<number, number>()
  const offsetOf = ({ id, timeMs }: Sample) => timeMs - (byId.get(id)?.sentMs ?? 0)
  const periodOf = ({ id }: Sample) => byId.get(id)?.period ?? 0
  for (const sample of samples)
    if (sample.track === 'video')
      bases.set(periodOf(sample), Math.min(bases.get(periodOf(sample)) ?? offsetOf(sample), offsetOf(sample)))
  for (const sample of samples) {
    const offMs = offsetOf(sample) - (bases.get(periodOf(sample)) ?? offsetOf(sample))
    if (Math.abs(offMs) > MAX_OFF_MS) expect({ ...sample, sent: byId.get(sample.id), offMs }).toBe('in time')
  }
}

test(
  `of ${SEQUENCES} publishers with skew, loss, reordering, set clocks and wraps, each is played as it was sent`,
  () => {
    const holds = fc.property(publisher, (about) => {
      const sent = makeSent(about)
      const byId = new Map(sent.map((one) => [one.id, one]))
      const stretches = writeAll(sent, about.audioSamples)
      for (const stretch of stretches) checkStretch(stretch, byId)
      const published = new Set(stretches.flatMap(({ samples }) => samples.map(({ id }) => id)))
      const missing = sent.filter(({ id, track }) => track === 'video' && !published.has(id))
      if (about.sets.length === 0) expect(missing).toEqual([])
    })
    fc.assert(holds, { numRuns: SEQUENCES, seed: testEnvironment.seed | 0 })
  },
  LONG_MS,
)
