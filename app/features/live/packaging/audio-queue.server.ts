import type { TrackRun } from '../../../platform/fmp4/fragment.server.ts'
import { AUDIO_TRACK_ID } from '../../../platform/fmp4/init-segment.server.ts'

type AudioSample = TrackRun['samples'][number] & { time: number }

/** Timestamps are whole milliseconds, and encoders are not exact: only more than this is a gap. */
const TOLERANCE_S = 0.04
/** Video may stand still while audio goes on. */
const MAX_AHEAD_S = 15

/** Audio that waits for the video of its time. */
export function createAudioQueue(sampleRate: number) {
  let queue: AudioSample[] = []
  let end: number | undefined
  let takenEnd: number | undefined
  let bytes = 0

  function remove(count: number): AudioSample[] {
    const removed = queue.splice(0, count)
    for (const { data } of removed) bytes -= data.length
    return removed
  }

  return {
    /** False for a frame that is left out. */
    add(timeMs: number, data: Buffer, duration: number): boolean {
      if (duration === 0) return false
      const sent = Math.round((timeMs * sampleRate) / 1_000)
      const isClose = end !== undefined && Math.abs(sent - end) <= TOLERANCE_S * sampleRate
      const time = isClose ? (end ?? sent) : sent
      // It would overlap audio that is queued or published.
      if (time < (end ?? 0)) return false
      queue.push({ time, data, duration, compositionOffset: 0, isKey: true })
      end = time + duration
      bytes += data.length
      if (end - (queue[0]?.time ?? end) > MAX_AHEAD_S * sampleRate) remove(1)
      return true
    },
    /** The audio before `endS`, as far as it is without a gap. */
    takeUntil(endS: number): TrackRun | undefined {
      const [first] = queue
      if (first === undefined) return undefined
      let next = first.time
      let count = 0
      for (const { time, duration } of queue) {
        if (time >= endS * sampleRate || time !== next) break
        next += duration
        count += 1
      }
      if (count === 0) return undefined
      takenEnd = next
      return { trackId: AUDIO_TRACK_ID, decodeTime: first.time, samples: remove(count) }
    },
    clear(): void {
      queue = []
      bytes = 0
      end = takenEnd
    },
    takenEndMs: () => ((takenEnd ?? 0) * 1_000) / sampleRate,
    endS: () => (end ?? 0) / sampleRate,
    bytes: () => bytes,
  }
}
