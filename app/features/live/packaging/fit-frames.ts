type Frame = { ticks: number; isKey: boolean }
type Boundaries = { startTicks: number; endTicks: number }

/** Frames of two qualities that were captured together may be this far apart: 20 ms. */
const TOLERANCE_TICKS = 1_800
/** An encoder that is too slow for a key frame makes the next frame one: 200 ms. */
const KEY_TOLERANCE_TICKS = 18_000

/** The frames of a lower quality that belong before the end of a part of the first one. */
export function countBefore(frames: Frame[], endTicks: number): number {
  return countUntil(frames, ({ ticks }) => ticks >= endTicks - TOLERANCE_TICKS)
}

/** The same where a segment may end; its next one begins with a key frame that may be early. */
export function countBeforeKey(frames: Frame[], endTicks: number): number {
  return Math.min(
    countBefore(frames, endTicks),
    countUntil(frames, ({ ticks, isKey }) => isKey && ticks >= endTicks - KEY_TOLERANCE_TICKS),
  )
}

function countUntil(frames: Frame[], isNext: (frame: Frame) => boolean): number {
  const next = frames.findIndex(isNext)
  return next === -1 ? frames.length : next
}

/** The frames at the start of a segment that nobody can decode, because its key frame is a little late. */
export function countUndecodable(frames: Frame[], { startTicks }: Boundaries): number {
  const key = frames.findIndex(({ ticks, isKey }) => isKey && ticks <= startTicks + KEY_TOLERANCE_TICKS)
  return Math.max(0, key)
}

/** Whether key frames of two qualities are near enough for both to begin a segment. */
export function isSharedKeyFrame(ticks: number, otherTicks: number): boolean {
  return Math.abs(ticks - otherTicks) <= KEY_TOLERANCE_TICKS
}

/**
 * Players change the quality at the start of a segment: there, every quality has a key frame. Undefined for frames that
 * make a part; otherwise why they do not.
 */
export function explainMisfit(
  frames: Frame[],
  { startTicks }: Boundaries,
  isSegmentStart: boolean,
): string | undefined {
  if (!isSegmentStart) return undefined
  const [first] = frames
  const isAligned = first?.isKey && isSharedKeyFrame(first.ticks, startTicks)
  return isAligned ? undefined : 'Its key frames are not at the times of the first quality.'
}
