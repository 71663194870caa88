import { encodeFragment } from '../../../platform/fmp4/fragment.server.ts'
import {
  encodeInitSegment,
  VIDEO_TIMESCALE,
  VIDEO_TRACK_ID,
  type VideoTrack,
} from '../../../platform/fmp4/init-segment.server.ts'

/** The newest key frame as a video of one frame: browsers show it like a picture, and nothing here decodes it. */
export function createStill(video: VideoTrack) {
  let keyFrame: Buffer | undefined
  let encoded: Buffer | undefined
  return {
    replace(data: Buffer): void {
      keyFrame = data
      encoded = undefined
    },
    /** Undefined before the first key frame. */
    file(): Buffer | undefined {
      if (keyFrame) encoded ??= encodeStill(video, keyFrame)
      return encoded
    },
    bytes: () => (keyFrame?.length ?? 0) + (encoded?.length ?? 0),
  }
}

function encodeStill(video: VideoTrack, data: Buffer): Buffer {
  const frame = { data, duration: VIDEO_TIMESCALE, compositionOffset: 0, isKey: true }
  const run = { trackId: VIDEO_TRACK_ID, decodeTime: 0, samples: [frame] }
  return Buffer.concat([encodeInitSegment(video, undefined), encodeFragment(1, [run])])
}
