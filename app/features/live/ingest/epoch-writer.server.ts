import type { VideoFrame } from '../packaging/packager.server.ts'
import type { StreamEpoch, Tracks } from '../packaging/stream-epoch.server.ts'
import { createTimeline } from '../packaging/timeline.server.ts'
import { type HlsStream, longerTarget } from './hls-stream.server.ts'
import { createLowerFrames } from './lower-frames.server.ts'
import { tooMuch } from './publisher.server.ts'
import { createRecentFrames, type SentFrame } from './recent-frames.server.ts'

/** `shiftMs` leads from the publisher's timeline to that of the epoch; the first key frame determines it. */
type Writing = { tracks: Tracks; epoch: StreamEpoch; shiftMs: number | undefined }

/** The length of a window, half a minute, at 20 Mbit/s. */
const MAX_BYTES = 64 * 1024 * 1024

export type EpochWriter = ReturnType<typeof createEpochWriter>

/** Writes a publisher's frames into the epoch of its settings, each at its time. */
export function createEpochWriter(hls: HlsStream) {
  const timeline = createTimeline(0)
  const recent = createRecentFrames()
  const lower = createLowerFrames()
  let writing: Writing | undefined

  function start(tracks: Tracks, minTargetS?: number): void {
    writing = { tracks, epoch: hls.openEpoch(tracks, minTargetS), shiftMs: undefined }
  }

  /** False for a frame that is too late for the target duration of the epoch. */
  function write(sent: SentFrame): boolean {
    if (writing?.shiftMs === undefined) return true
    const timeMs = sent.timeMs + writing.shiftMs
    if (sent.track === 'video') return writing.epoch.addVideo(timeMs, sent.frame)
    writing.epoch.addAudio(timeMs, sent.data)
    return true
  }

  function writeRecent(): void {
    const frames = recent.fromKeyFrame()
    if (writing && frames[0]) writing.shiftMs = writing.epoch.endMs() - frames[0].timeMs
    // Before the frames of the first quality, or it would seem late.
    for (const { track, frame, timestamp } of lower.all()) writeLower(track, frame, timestamp)
    if (!frames.every(write)) startLonger()
  }

  function writeLower(track: number, frame: VideoFrame, timestamp: number): void {
    const timeMs = timeline.placeBeside(timestamp)
    if (writing?.shiftMs !== undefined && timeMs !== undefined)
      writing.epoch.addLowerVideo(track, timeMs + writing.shiftMs, frame)
  }

  /** A playlist keeps its target duration: a longer one needs another playlist, from the last key frame on. */
  function startLonger(): void {
    if (writing === undefined) return
    const { epoch, tracks } = writing
    const targetS = longerTarget(epoch.targetS)
    epoch.flush()
    writing = undefined
    // Longer ones are not announced: play on at the next key frame.
    if (targetS === undefined) recent.forgetVideo()
    else {
      start(tracks, targetS)
      writeRecent()
    }
  }

  function assertBounded(): void {
    if (writing === undefined || writing.epoch.bytes() + recent.bytes() + lower.bytes() <= MAX_BYTES) return
    writing.epoch.end()
    throw tooMuch()
  }

  return {
    isOpen: () => writing !== undefined,
    /** The next frame has to be a key frame. */
    open: (tracks: Tracks) => start(tracks),
    addVideo(frame: VideoFrame, timestamp: number): void {
      const sent: SentFrame = { track: 'video', frame, timeMs: timeline.place('video', timestamp) }
      if (writing === undefined) return
      recent.add(sent)
      if (writing.shiftMs === undefined) writeRecent()
      else if (!write(sent)) startLonger()
      if (frame.isKey) recent.startAtNewest()
      assertBounded()
    },
    addLowerVideo(track: number, frame: VideoFrame, timestamp: number): void {
      lower.add({ track, frame, timestamp })
      writeLower(track, frame, timestamp)
      assertBounded()
    },
    forgetLower: lower.forget,
    /** The epoch goes on without it. */
    isLowerDropped: (track: number) => writing !== undefined && !writing.epoch.lower().has(track),
    /** The other qualities go on. */
    endLower(track: number): void {
      lower.forget(track)
      writing?.epoch.endLower(track)
    },
    addAudio(data: Buffer, timestamp: number): void {
      if (writing && !writing.epoch.audio) return
      const sent: SentFrame = { track: 'audio', data, timeMs: timeline.place('audio', timestamp) }
      recent.add(sent)
      write(sent)
      assertBounded()
    },
    close(): void {
      writing?.epoch.flush()
      writing = undefined
      recent.forgetVideo()
    },
    forgetAudio: recent.clear,
  }
}
