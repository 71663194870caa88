import { MAX_SHOWN_S, type VideoFrame } from '../packaging/packager.server.ts'
import type { StreamEpoch, Tracks } from '../packaging/stream-epoch.server.ts'
import { createTimeline, type Timeline } from '../packaging/timeline.server.ts'
import type { HlsStream } from './hls-stream.server.ts'
import { PublishRejected } from './publisher.server.ts'

/** The length of a window, half a minute, at 20 Mbit/s. */
const MAX_BYTES = 64 * 1024 * 1024

/** Writes a publisher's frames into the epoch of its settings, each at its time. */
export function createEpochWriter(hls: HlsStream) {
  let writing: { epoch: StreamEpoch; timeline: Timeline; lastVideoMs?: number } | undefined
  return {
    isOpen: () => writing !== undefined,
    open(tracks: Tracks): void {
      const epoch = hls.openEpoch(tracks)
      writing = { epoch, timeline: createTimeline(epoch.endMs()) }
    },
    /** False for a timestamp so far ahead that no frame could be shown until then. */
    addVideo(frame: VideoFrame, timestamp: number): boolean {
      if (writing === undefined) return true
      const timeMs = writing.timeline.place('video', timestamp)
      if (timeMs - (writing.lastVideoMs ?? timeMs) > MAX_SHOWN_S * 1_000) return false
      writing.lastVideoMs = timeMs
      writing.epoch.addVideo(timeMs, frame)
      assertBounded(writing.epoch)
      return true
    },
    addAudio(frame: Buffer, timestamp: number): void {
      if (!writing?.epoch.audio) return
      writing.epoch.addAudio(writing.timeline.place('audio', timestamp), frame)
      assertBounded(writing.epoch)
    },
    close(): void {
      writing?.epoch.flush()
      writing = undefined
    },
  }
}

function assertBounded(epoch: StreamEpoch): void {
  if (epoch.bytes() <= MAX_BYTES) return
  epoch.end()
  throw new PublishRejected('That is more than 20 Mbit/s, or too long between key frames. Please send less.')
}
