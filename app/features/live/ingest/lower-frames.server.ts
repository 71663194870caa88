import type { VideoFrame } from '../packaging/packager.server.ts'

type LowerFrame = { track: number; frame: VideoFrame; timestamp: number }

const MAX_FRAMES = 5_000
const MAX_BYTES = 16 * 1024 * 1024

/** What came of each lower quality since its newest key frame: an epoch may start after it with the first quality. */
export function createLowerFrames() {
  let frames: LowerFrame[] = []
  let bytes = 0

  function forget(track: number): void {
    frames = frames.filter((each) => each.track !== track)
    bytes = frames.reduce((sum, { frame }) => sum + frame.data.length, 0)
  }

  return {
    add(added: LowerFrame): void {
      if (added.frame.isKey) forget(added.track)
      if (frames.length < MAX_FRAMES && bytes < MAX_BYTES) {
        frames.push(added)
        bytes += added.frame.data.length
      } else forget(added.track)
    },
    forget,
    all: () => frames,
    bytes: () => bytes,
  }
}
