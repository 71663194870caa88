import { isSharedKeyFrame } from '../packaging/fit-frames.ts'
import { TICKS_PER_MS } from '../packaging/packager.server.ts'

/** A late quality is compared with as many key frames of the first one: more than 3 s of a usual stream. */
const REMEMBERED_KEY_FRAMES = 4
/** Eight minutes of a usual stream. */
const MAX_NEEDED = 256

/**
 * Whether a quality that was dropped fits again. It needs one key frame at the time of one of the first quality, and
 * twice as many in a row each time it is dropped again: each return interrupts every viewer for a moment.
 */
export function createKeyFrameRecord() {
  let needed = 1
  let inARow = 0
  let newestMs = Number.NEGATIVE_INFINITY
  let firstMs: number[] = []
  let isShared = false

  const isSame = (ms: number, otherMs: number) => isSharedKeyFrame(ms * TICKS_PER_MS, otherMs * TICKS_PER_MS)

  return {
    add(timeMs: number): void {
      newestMs = timeMs
      isShared ||= firstMs.some((each) => isSame(each, timeMs))
    },
    /** A key frame of the first quality. */
    addFirst(timeMs: number, isDropped: boolean): void {
      firstMs = [...firstMs, timeMs].slice(-REMEMBERED_KEY_FRAMES)
      isShared ||= isSame(newestMs, timeMs)
      inARow = isDropped && isShared ? inARow + 1 : 0
      isShared = false
    },
    mayReturn: () => inARow >= needed,
    returned(): void {
      needed = Math.min(2 * needed, MAX_NEEDED)
      inARow = 0
    },
  }
}
