import type { Clock } from '../../../platform/clock.ts'
import { encodeFragment, type TrackRun } from '../../../platform/fmp4/fragment.server.ts'
import {
  type AudioTrack,
  encodeInitSegment,
  VIDEO_TIMESCALE,
  VIDEO_TRACK_ID,
  type VideoTrack,
} from '../../../platform/fmp4/init-segment.server.ts'
import { countBefore, countBeforeKey, countUndecodable, explainMisfit } from './fit-frames.ts'
import type { RenditionReport } from './media-playlist.server.ts'
import { createMediaWindow } from './media-window.server.ts'
import { TICKS_PER_MS, type VideoFrame } from './packager.server.ts'
import type { Cut } from './part-queue.server.ts'

type PendingFrame = VideoFrame & { ticks: number }
type PendingCut = Cut & { startedAt: Date | undefined }
type Options = {
  video: VideoTrack
  audio: AudioTrack | undefined
  targetS: number
  clock: Clock
  reportOthers: () => RenditionReport[]
  onDrop(reason: string): void
}

/** As long as an interrupted stream takes to show as one. */
const MAX_LATE_TICKS = 3 * VIDEO_TIMESCALE

/** A quality beside the first, cut into parts at the same times. It may come later, and never delays the first. */
export function createLowerRendition({ video, audio, targetS, clock, reportOthers, onDrop }: Options) {
  const window = createMediaWindow(encodeInitSegment(video, audio), targetS, clock, reportOthers)
  let frames: PendingFrame[] = []
  let waiting: (PendingCut | 'end of segment')[] = []
  let bytes = 0
  let newestTicks = Number.NEGATIVE_INFINITY
  let isSegmentEmpty = true
  let sequence = 0

  function end(): void {
    frames = []
    waiting = []
    bytes = 0
    window.end()
  }

  function drop(reason: string): void {
    end()
    onDrop(reason)
  }

  function publish(isLast = false): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (next === 'end of segment') closeSegment()
      else if (isLast || countIn(next) < frames.length) publishPart(next, isLast)
      else return
      waiting.shift()
    }
  }

  function publishPart(cut: PendingCut, isLast: boolean): void {
    if (isSegmentEmpty) startSegment(cut)
    const taken = frames.slice(0, countIn(cut))
    // The publisher left between the frames of two qualities.
    if (isLast && taken.length === 0) return
    const misfit = explainMisfit(taken, cut, isSegmentEmpty)
    if (misfit) {
      drop(misfit)
      return
    }
    const samples = taken.map(({ ticks, isKey, compositionMs, data }, place) => {
      const endTicks = Math.max(ticks + 1, frames[place + 1]?.ticks ?? cut.endTicks)
      return { data, isKey, duration: endTicks - ticks, compositionOffset: compositionMs * TICKS_PER_MS }
    })
    const decodeTime = taken[0]?.ticks ?? cut.startTicks
    const run: TrackRun = { trackId: VIDEO_TRACK_ID, decodeTime, samples }
    removeFrames(taken.length)
    sequence += 1
    isSegmentEmpty = false
    window.addPart({
      data: encodeFragment(sequence, cut.audio ? [run, cut.audio] : [run]),
      frames: samples.length,
      durationS: cut.durationS,
      startsWithKeyFrame: samples[0]?.isKey === true,
      startedAt: cut.startedAt,
    })
  }

  function countIn({ endTicks }: PendingCut): number {
    return isSegmentEmpty ? countBefore(frames, endTicks) : countBeforeKey(frames, endTicks)
  }

  function startSegment(cut: PendingCut): void {
    removeFrames(countBeforeKey(frames, cut.startTicks))
    const [first] = frames
    removeFrames(countUndecodable(frames, cut))
    // The key frame is shown in place of those before it.
    if (first && frames[0]) frames[0].ticks = first.ticks
  }

  function closeSegment(): void {
    // Its number would be given to the next one.
    if (isSegmentEmpty) drop('It has no frame for a segment of the first quality.')
    else window.closeSegment()
    isSegmentEmpty = true
  }

  function removeFrames(count: number): void {
    for (const { data } of frames.splice(0, count)) bytes -= data.length
  }

  return {
    window,
    video,
    addVideo(timeMs: number, frame: VideoFrame): void {
      if (window.isEnded()) return
      newestTicks = Math.max(timeMs * TICKS_PER_MS, newestTicks + 1)
      frames.push({ ...frame, ticks: newestTicks })
      bytes += frame.data.length
      publish()
    },
    addCut(cut: PendingCut): void {
      if (window.isEnded()) return
      waiting.push(cut)
      publish()
      const [oldest] = waiting
      const isLate =
        oldest && oldest !== 'end of segment' && cut.endTicks - oldest.startTicks > MAX_LATE_TICKS
      if (isLate) drop('It is more than 3 seconds behind the first quality.')
    },
    closeSegment(): void {
      if (window.isEnded()) return
      waiting.push('end of segment')
      publish()
    },
    flush(): void {
      publish(true)
      removeFrames(frames.length)
      newestTicks = Number.NEGATIVE_INFINITY
    },
    end,
    heldBytes: () => bytes,
  }
}
