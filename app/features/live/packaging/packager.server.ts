import type { TrackRun } from '../../../platform/fmp4/fragment.server.ts'
import { VIDEO_TIMESCALE, VIDEO_TRACK_ID } from '../../../platform/fmp4/init-segment.server.ts'
import { createAudioQueue } from './audio-queue.server.ts'
import { createPartQueue, type PartSink } from './part-queue.server.ts'

export type VideoFrame = { isKey: boolean; compositionMs: number; data: Buffer }

/** `audioRate` is undefined for a stream without audio. No segment is listed with more than `targetS`. */
type Options = { audioRate: number | undefined; startMs: number; targetS: number }
type PendingFrame = VideoFrame & { time: number }

export const PART_TARGET_S = 0.22
export const SEGMENT_S = 2
export const TICKS_PER_MS = VIDEO_TIMESCALE / 1_000
const PART_TARGET_TICKS = PART_TARGET_S * VIDEO_TIMESCALE
/** A key frame that is a frame early still ends the segment. */
const SEGMENT_TICKS = SEGMENT_S * VIDEO_TIMESCALE - 40 * TICKS_PER_MS
/** Durations are rounded before they are compared with the target. */
const ROUNDED_OFF_S = 0.49
const USUAL_FRAME_TICKS = VIDEO_TIMESCALE / 30
const MAX_FRAME_TICKS = 5 * VIDEO_TIMESCALE

/** Makes parts of frames. */
export function createPackager({ audioRate, startMs, targetS }: Options, sink: PartSink) {
  const audio = audioRate === undefined ? undefined : createAudioQueue(audioRate)
  const parts = createPartQueue(audio, sink)
  const maxSegmentTicks = (targetS + ROUNDED_OFF_S) * VIDEO_TIMESCALE
  /** Its duration is known when the next frame comes. */
  let pending: PendingFrame | undefined
  const part = createOpenPart()
  let segmentStart: number | undefined
  let keyFrameTime: number | undefined
  let longestGop = 0
  let frameTicks = USUAL_FRAME_TICKS
  let end = startMs * TICKS_PER_MS

  /** The first frame, and the first after `flush`, is a key frame. False if it is too late for the segment. */
  function addVideo(timeMs: number, frame: VideoFrame): boolean {
    const time = Math.max(timeMs * TICKS_PER_MS, pending ? pending.time + 1 : end)
    if (time - (segmentStart ?? time) > maxSegmentTicks) return false
    if (pending) {
      const ticks = time - pending.time
      frameTicks = ticks > MAX_FRAME_TICKS ? frameTicks : ticks
      addSample(pending, ticks)
    }
    if (frame.isKey && isSegmentFull(time)) closeSegment()
    else if (part.ticks() + frameTicks > PART_TARGET_TICKS) closePart()
    segmentStart ??= time
    pending = { ...frame, time }
    return true
  }

  /** Also when another group of frames, as long as the longest yet, would not fit. */
  function isSegmentFull(keyTime: number): boolean {
    longestGop = Math.max(longestGop, keyTime - (keyFrameTime ?? keyTime))
    keyFrameTime = keyTime
    const ticks = keyTime - (segmentStart ?? keyTime)
    return ticks >= SEGMENT_TICKS || ticks + longestGop > maxSegmentTicks
  }

  function addSample({ time, isKey, compositionMs, data }: PendingFrame, duration: number): void {
    part.add(time, { data, duration, compositionOffset: compositionMs * TICKS_PER_MS, isKey })
    end = time + duration
  }

  function closePart(): void {
    const taken = part.take()
    if (taken) parts.add({ ...taken, endTicks: end })
  }

  function closeSegment(): void {
    const isOpen = segmentStart !== undefined
    segmentStart = undefined
    closePart()
    if (isOpen) parts.endSegment()
  }

  function flush(): void {
    const last = pending
    pending = undefined
    keyFrameTime = undefined
    const room = maxSegmentTicks - ((last?.time ?? 0) - (segmentStart ?? 0))
    if (last) addSample(last, Math.max(1, Math.min(frameTicks, Math.floor(room))))
    try {
      closeSegment()
      parts.flush()
    } finally {
      audio?.clear()
    }
  }

  return {
    addVideo,
    addAudio: parts.addAudio,
    flush,
    heldBytes: () => part.bytes() + (pending?.data.length ?? 0) + parts.bytes() + (audio?.bytes() ?? 0),
    /** The time at which the next frame belongs. */
    endMs: () => Math.ceil(Math.max(end / TICKS_PER_MS, audio?.takenEndMs() ?? 0)),
  }
}

function createOpenPart() {
  let samples: TrackRun['samples'] = []
  let start = 0
  let ticks = 0
  let bytes = 0
  return {
    ticks: () => ticks,
    bytes: () => bytes,
    add(time: number, sample: TrackRun['samples'][number]): void {
      if (samples.length === 0) start = time
      samples.push(sample)
      ticks += sample.duration
      bytes += sample.data.length
    },
    /** Empties the part: should encoding fail, the next one does not get the same samples. */
    take() {
      const [first] = samples
      if (first === undefined) return undefined
      const run = { trackId: VIDEO_TRACK_ID, decodeTime: start, samples }
      const durationS = ticks / VIDEO_TIMESCALE
      samples = []
      ticks = 0
      bytes = 0
      return { run, durationS, startsWithKeyFrame: first.isKey }
    },
  }
}
