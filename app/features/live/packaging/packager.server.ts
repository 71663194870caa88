import { encodeFragment, type TrackRun } from '../../../platform/fmp4/fragment.server.ts'
import { VIDEO_TIMESCALE, VIDEO_TRACK_ID } from '../../../platform/fmp4/init-segment.server.ts'
import { createAudioQueue } from './audio-queue.server.ts'

/** The smallest piece a viewer fetches. */
export type Part = { data: Buffer; durationS: number; startsWithKeyFrame: boolean }

export type PartSink = {
  addPart(part: Part): void
  /** The parts since the last call are one segment; the next part starts with a key frame. */
  closeSegment(): void
}

export type VideoFrame = { isKey: boolean; compositionMs: number; data: Buffer }

type PendingFrame = VideoFrame & { time: number }

export const PART_TARGET_S = 0.35
export const SEGMENT_S = 2
const TICKS_PER_MS = VIDEO_TIMESCALE / 1_000
const PART_TARGET_TICKS = PART_TARGET_S * VIDEO_TIMESCALE
/** A key frame that is a frame early still ends the segment. */
const SEGMENT_TICKS = SEGMENT_S * VIDEO_TIMESCALE - 40 * TICKS_PER_MS
const USUAL_FRAME_TICKS = VIDEO_TIMESCALE / 30
const MAX_FRAME_TICKS = 5 * VIDEO_TIMESCALE
/** A gap follows a frame that is shown for longer: durations have 32 bits in MP4, and a publisher's clock may leap. */
export const MAX_SHOWN_S = 20
const MAX_SHOWN_TICKS = MAX_SHOWN_S * VIDEO_TIMESCALE

/** Makes parts of frames; `audioRate` is undefined for a stream without audio. */
export function createPackager(audioRate: number | undefined, startMs: number, sink: PartSink) {
  const audio = audioRate === undefined ? undefined : createAudioQueue(audioRate)
  let sequence = 0
  /** Its duration is known when the next frame comes. */
  let pending: PendingFrame | undefined
  const part = createOpenPart()
  let segmentStart: number | undefined
  let frameTicks = USUAL_FRAME_TICKS
  let end = startMs * TICKS_PER_MS
  let heldVideoBytes = 0

  /** The first frame, and the first after `flush`, is a key frame. */
  function addVideo(timeMs: number, frame: VideoFrame): void {
    const time = Math.max(timeMs * TICKS_PER_MS, pending ? pending.time + 1 : end)
    if (pending) {
      const ticks = time - pending.time
      frameTicks = ticks > MAX_FRAME_TICKS ? frameTicks : ticks
      addSample(pending, Math.min(ticks, MAX_SHOWN_TICKS))
      if (ticks > MAX_SHOWN_TICKS) closePart()
    }
    const isSegmentFull = segmentStart !== undefined && time - segmentStart >= SEGMENT_TICKS
    if (frame.isKey && isSegmentFull) closeSegment()
    else if (part.ticks() + frameTicks > PART_TARGET_TICKS) closePart()
    pending = { ...frame, time }
    heldVideoBytes += frame.data.length
  }

  function addSample({ time, isKey, compositionMs, data }: PendingFrame, duration: number): void {
    segmentStart ??= time
    part.add(time, { data, duration, compositionOffset: compositionMs * TICKS_PER_MS, isKey })
    end = time + duration
  }

  function closePart(): void {
    const taken = part.take()
    if (taken === undefined) return
    heldVideoBytes = 0
    const audioRun = audio?.takeUntil(end / VIDEO_TIMESCALE)
    sequence += 1
    const data = encodeFragment(sequence, audioRun ? [taken.run, audioRun] : [taken.run])
    sink.addPart({ data, durationS: taken.durationS, startsWithKeyFrame: taken.startsWithKeyFrame })
  }

  function closeSegment(): void {
    const isOpen = segmentStart !== undefined
    segmentStart = undefined
    closePart()
    if (isOpen) sink.closeSegment()
  }

  function flush(): void {
    const last = pending
    pending = undefined
    if (last) addSample(last, frameTicks)
    try {
      closeSegment()
    } finally {
      audio?.clear()
    }
  }

  return {
    addVideo,
    addAudio: (timeMs: number, data: Buffer, samples: number) => audio?.add(timeMs, data, samples),
    flush,
    heldBytes: () => heldVideoBytes + (audio?.bytes() ?? 0),
    /** The time at which the next frame belongs. */
    endMs: () => Math.ceil(Math.max(end / TICKS_PER_MS, audio?.takenEndMs() ?? 0)),
  }
}

function createOpenPart() {
  let samples: TrackRun['samples'] = []
  let start = 0
  let ticks = 0
  return {
    ticks: () => ticks,
    add(time: number, sample: TrackRun['samples'][number]): void {
      if (samples.length === 0) start = time
      samples.push(sample)
      ticks += sample.duration
    },
    /** Empties the part: should encoding fail, the next one does not get the same samples. */
    take() {
      const [first] = samples
      if (first === undefined) return undefined
      const run = { trackId: VIDEO_TRACK_ID, decodeTime: start, samples }
      const durationS = ticks / VIDEO_TIMESCALE
      samples = []
      ticks = 0
      return { run, durationS, startsWithKeyFrame: first.isKey }
    },
  }
}
