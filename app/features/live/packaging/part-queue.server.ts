import { encodeFragment, type TrackRun } from '../../../platform/fmp4/fragment.server.ts'
import { VIDEO_TIMESCALE } from '../../../platform/fmp4/init-segment.server.ts'
import type { createAudioQueue } from './audio-queue.server.ts'
import { MAX_SKEW_MS } from './timeline.server.ts'

/** The smallest piece a viewer fetches. `startedAt` is set if another rendition has determined it. */
export type Part = {
  data: Buffer
  frames: number
  durationS: number
  startsWithKeyFrame: boolean
  startedAt?: Date | undefined
}

/** Where a part starts and ends, and its audio: the same in every rendition. */
export type Cut = {
  startTicks: number
  endTicks: number
  durationS: number
  audio: TrackRun | undefined
}

export type PartSink = {
  addPart(part: Part, cut: Cut): void
  /** The parts since the last call are one segment; the next part starts with a key frame. */
  closeSegment(): void
}

/** The video of a part, and when it ends. */
export type VideoRun = {
  run: TrackRun
  endTicks: number
  durationS: number
  startsWithKeyFrame: boolean
}

/** Audio may be this late without making video wait for it. */
const LATE_S = 0.5
/** Audio that has not come for this long has ended. */
const SILENT_S = 1
const MAX_WAIT_S = MAX_SKEW_MS / 1_000

/** Parts that wait for their audio: players stop where a track is missing. */
export function createPartQueue(audio: ReturnType<typeof createAudioQueue> | undefined, sink: PartSink) {
  const waiting: (VideoRun | 'end of segment')[] = []
  let sequence = 0
  let bytes = 0
  let newestS = 0
  let audioCameAtS = Number.NEGATIVE_INFINITY

  function mustWait({ endTicks }: VideoRun): boolean {
    const endS = endTicks / VIDEO_TIMESCALE
    const isLate = audio !== undefined && audio.endS() < endS - LATE_S
    return isLate && newestS - audioCameAtS <= SILENT_S && newestS - endS <= MAX_WAIT_S
  }

  function publish(isLast = false): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (next !== 'end of segment' && !isLast && mustWait(next)) return
      waiting.shift()
      if (next === 'end of segment') sink.closeSegment()
      else publishPart(next)
    }
  }

  function publishPart({ run, endTicks, durationS, startsWithKeyFrame }: VideoRun): void {
    bytes -= bytesOf(run)
    const audioRun = audio?.takeUntil(endTicks / VIDEO_TIMESCALE)
    sequence += 1
    const data = encodeFragment(sequence, audioRun ? [run, audioRun] : [run])
    const cut = { startTicks: run.decodeTime, endTicks, durationS, audio: audioRun }
    sink.addPart({ data, frames: run.samples.length, durationS, startsWithKeyFrame }, cut)
  }

  return {
    add(part: VideoRun): void {
      waiting.push(part)
      bytes += bytesOf(part.run)
      newestS = part.endTicks / VIDEO_TIMESCALE
      publish()
    },
    endSegment(): void {
      waiting.push('end of segment')
      publish()
    },
    addAudio(timeMs: number, data: Buffer, samples: number): void {
      if (!audio?.add(timeMs, data, samples)) return
      audioCameAtS = newestS
      publish()
    },
    flush: () => publish(true),
    bytes: () => bytes,
  }
}

function bytesOf({ samples }: TrackRun): number {
  return samples.reduce((sum, { data }) => sum + data.length, 0)
}
