import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { hasCaptions } from '../../../platform/fmp4/h264-captions.server.ts'
import { unitLengthBytes } from '../../../platform/fmp4/h264-units.server.ts'
import { encodeInitSegment, type VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'
import type { HlsAudioTrack } from './audio-config.server.ts'
import { createMediaWindow } from './media-window.server.ts'
import { createPackager, type VideoFrame } from './packager.server.ts'
import { createStill } from './still.server.ts'

export type Tracks = { video: VideoTrack; audio: HlsAudioTrack | undefined }

/** A stretch of a stream with the same decoder settings, and one playlist. */
export type StreamEpoch = ReturnType<typeof createStreamEpoch>

/** Starting at zero would leave no room for audio that is a little early. */
const START_MS = 1_000

export function createStreamEpoch(tracks: Tracks, targetS: number, clock: Clock, onPart: () => void) {
  const { video, audio } = tracks
  const window = createMediaWindow(encodeInitSegment(video, audio), targetS, clock)
  const packager = createPackager(
    { audioRate: audio?.sampleRate, startMs: START_MS, targetS },
    {
      closeSegment: window.closeSegment,
      addPart(part) {
        window.addPart(part)
        onPart()
      },
    },
  )
  const still = createStill(video)
  let captionsSeen = false
  return {
    ...tracks,
    /** No segment is longer. It never changes, as the playlist announces it. */
    targetS,
    /** Part of every URL, so that the content of a URL never changes. */
    id: randomBytes(6).toString('hex'),
    window,
    still: still.file,
    /** False for a frame that is too late for the target duration. */
    addVideo(timeMs: number, frame: VideoFrame): boolean {
      if (!packager.addVideo(timeMs, frame)) return false
      if (frame.isKey) still.replace(frame.data)
      captionsSeen ||= hasCaptions(frame.data, unitLengthBytes(video.avcC))
      return true
    },
    addAudio(timeMs: number, frame: Buffer): void {
      if (audio) packager.addAudio(timeMs, frame, audio.samplesIn(frame))
    },
    flush: packager.flush,
    endMs: packager.endMs,
    hasCaptions: () => captionsSeen,
    bytes: () => window.bytes() + packager.heldBytes() + still.bytes(),
    end: window.end,
  }
}
