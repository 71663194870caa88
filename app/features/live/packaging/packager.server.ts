import { encodeFragment, type TrackRun } from '../../../platform/fmp4/fragment.server.ts'
import {
  AUDIO_TRACK_ID,
  VIDEO_TIMESCALE,
  VIDEO_TRACK_ID,
} from '../../../platform/fmp4/init-segment.server.ts'

/** The smallest piece a viewer fetches. */
export type Part = { data: Buffer; durationS: number; startsWithKeyFrame: boolean }

export type PartSink = {
  addPart(part: Part): void
  /** The parts since the last time are one segment; the next part starts with a key frame. */
  closeSegment(): void
}

export type VideoFrame = { isKey: boolean; compositionMs: number; data: Buffer }

export type Packager = {
  /** The first one is a key frame. */
  addVideo(timeMs: number, frame: VideoFrame): void
  addAudio(timeMs: number, data: Buffer, samples: number): void
  /** Gives out what is being held back. The next frame is a key frame. */
  flush(): void
  /** Where the next frame belongs. */
  endMs(): number
  /** Of what is not given out yet. */
  heldBytes(): number
}

type Pending = VideoFrame & { time: number }
type VideoSample = TrackRun['samples'][number]
type AudioSample = { time: number; data: Buffer; duration: number }

export const PART_TARGET_S = 0.35
export const SEGMENT_S = 2
const TICKS_PER_MS = VIDEO_TIMESCALE / 1_000
/** A key frame that is a frame early still ends the segment. */
const SEGMENT_TICKS = SEGMENT_S * VIDEO_TIMESCALE - 40 * TICKS_PER_MS
const USUAL_FRAME_TICKS = VIDEO_TIMESCALE / 30
const MAX_FRAME_TICKS = 5 * VIDEO_TIMESCALE
/** A frame that is shown for longer is followed by a gap: MP4 has 32 bits for a duration, a publisher's clock may leap. */
export const MAX_SHOWN_S = 20
const MAX_SHOWN_TICKS = MAX_SHOWN_S * VIDEO_TIMESCALE
/** Timestamps are whole milliseconds, and encoders are not exact: only more than this is a gap. */
const AUDIO_TOLERANCE_S = 0.1
/** A picture that stands still while sound goes on. */
const MAX_AUDIO_AHEAD_S = 15

/** Makes parts of frames: `audioRate` is undefined for a stream without sound. */
export function createPackager(audioRate: number | undefined, startMs: number, sink: PartSink): Packager {
  let sequence = 0
  let pending: Pending | undefined
  let samples: VideoSample[] = []
  let partStart = 0
  let partTicks = 0
  let segmentStart: number | undefined
  let frameTicks = USUAL_FRAME_TICKS
  let end = startMs * TICKS_PER_MS
  let audio: AudioSample[] = []
  let audioEnd: number | undefined
  let givenAudioEnd: number | undefined
  let heldVideoBytes = 0
  let heldAudioBytes = 0

  function addVideo(timeMs: number, frame: VideoFrame): void {
    const time = Math.max(timeMs * TICKS_PER_MS, pending ? pending.time + 1 : end)
    if (pending) {
      const ticks = time - pending.time
      frameTicks = ticks > MAX_FRAME_TICKS ? frameTicks : ticks
      take(pending, Math.min(ticks, MAX_SHOWN_TICKS))
      if (ticks > MAX_SHOWN_TICKS) closePart()
    }
    const isSegmentFull = segmentStart !== undefined && time - segmentStart >= SEGMENT_TICKS
    if (frame.isKey && isSegmentFull) closeSegment()
    else if (partTicks + frameTicks > PART_TARGET_S * VIDEO_TIMESCALE) closePart()
    pending = { ...frame, time }
    heldVideoBytes += frame.data.length
  }

  function take({ time, isKey, compositionMs, data }: Pending, duration: number): void {
    if (samples.length === 0) partStart = time
    segmentStart ??= time
    samples.push({ data, duration, compositionOffset: compositionMs * TICKS_PER_MS, isKey })
    partTicks += duration
    end = time + duration
  }

  function closePart(): void {
    const [first] = samples
    if (first === undefined) return
    const runs = [{ trackId: VIDEO_TRACK_ID, decodeTime: partStart, samples }]
    const durationS = partTicks / VIDEO_TIMESCALE
    // Taken out first: should encoding fail, the next call does not meet the same samples.
    samples = []
    partTicks = 0
    heldVideoBytes = 0
    const sound = takeAudio()
    sequence += 1
    const data = encodeFragment(sequence, sound ? [...runs, sound] : runs)
    sink.addPart({ data, durationS, startsWithKeyFrame: first.isKey })
  }

  function closeSegment(): void {
    const isOpen = segmentStart !== undefined
    segmentStart = undefined
    closePart()
    if (isOpen) sink.closeSegment()
  }

  function addAudio(timeMs: number, data: Buffer, duration: number): void {
    if (audioRate === undefined || duration === 0) return
    const told = Math.round((timeMs * audioRate) / 1_000)
    const isClose = audioEnd !== undefined && Math.abs(told - audioEnd) <= AUDIO_TOLERANCE_S * audioRate
    const time = isClose ? (audioEnd ?? told) : told
    // What would lie over sound that was given out already is left out.
    if (time < (audioEnd ?? 0)) return
    audio.push({ time, data, duration })
    audioEnd = time + duration
    heldAudioBytes += data.length
    const [oldest] = audio
    if (oldest && audioEnd - oldest.time > MAX_AUDIO_AHEAD_S * audioRate) {
      audio.shift()
      heldAudioBytes -= oldest.data.length
    }
  }

  /** The sound up to the end of the picture, as far as it is without a gap. */
  function takeAudio(): TrackRun | undefined {
    const [first] = audio
    if (audioRate === undefined || first === undefined) return undefined
    const upTo = (end / VIDEO_TIMESCALE) * audioRate
    let next = first.time
    const taken: AudioSample[] = []
    for (const sample of audio) {
      if (sample.time >= upTo || sample.time !== next) break
      taken.push(sample)
      next += sample.duration
    }
    if (taken.length === 0) return undefined
    audio.splice(0, taken.length)
    heldAudioBytes -= taken.reduce((sum, { data }) => sum + data.length, 0)
    givenAudioEnd = next
    return {
      trackId: AUDIO_TRACK_ID,
      decodeTime: first.time,
      samples: taken.map(({ data, duration }) => ({ data, duration, compositionOffset: 0, isKey: true })),
    }
  }

  return {
    addVideo,
    addAudio,
    flush() {
      const last = pending
      pending = undefined
      if (last) take(last, frameTicks)
      try {
        closeSegment()
      } finally {
        audio = []
        heldAudioBytes = 0
        audioEnd = givenAudioEnd
      }
    },
    heldBytes: () => heldVideoBytes + heldAudioBytes,
    endMs: () =>
      Math.ceil(Math.max(end / TICKS_PER_MS, audioRate ? ((givenAudioEnd ?? 0) * 1_000) / audioRate : 0)),
  }
}
