type Frame = { ticks: number; isKey: boolean }
type Boundaries = { startTicks: number; endTicks: number }

/** Frames of two qualities that were captured together may be this far apart: 20 ms. */
const TOLERANCE_TICKS = 1_800

/** The frames of a lower quality that belong before the end of a part of the first one. */
export function countBefore(frames: Frame[], endTicks: number): number {
  const after = frames.findIndex(({ ticks }) => ticks >= endTicks - TOLERANCE_TICKS)
  return after === -1 ? frames.length : after
}

/**
 * Players change the quality at the start of a segment: there, a key frame of every quality has the same time.
 * Undefined for frames that make a part; otherwise why they do not.
 */
export function explainMisfit(
  frames: Frame[],
  { startTicks }: Boundaries,
  isSegmentStart: boolean,
): string | undefined {
  if (!isSegmentStart) return undefined
  const [first] = frames
  const isAligned = first?.isKey && Math.abs(first.ticks - startTicks) <= TOLERANCE_TICKS
  return isAligned ? undefined : 'Its key frames are not at the times of the first quality.'
}
