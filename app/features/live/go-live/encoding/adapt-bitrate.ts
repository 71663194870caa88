/** What the picture may cost, and whether frames are left out until the line has caught up. */
export type Fit = { bitsPerSecond: number; isSkipping: boolean }

/** A little more than this waiting to be sent, and viewers would see it late. */
const MAX_WAITING_S = 1
const CAUGHT_UP_S = 0.2
const MIN_BITS_PER_SECOND = 300_000
const CALM_MS = 20_000

/** Less where the line is too thin, more again when it has been calm for a while. */
export function fitToLine(maxBitsPerSecond: number): (waitingBytes: number, nowMs: number) => Fit {
  let fit: Fit = { bitsPerSecond: maxBitsPerSecond, isSkipping: false }
  let changedAt = 0

  return (waitingBytes, nowMs) => {
    const waitingS = (waitingBytes * 8) / fit.bitsPerSecond
    if (!fit.isSkipping && waitingS > MAX_WAITING_S) {
      fit = { bitsPerSecond: Math.max(MIN_BITS_PER_SECOND, fit.bitsPerSecond / 2), isSkipping: true }
      changedAt = nowMs
    } else if (fit.isSkipping && waitingS < CAUGHT_UP_S) {
      fit = { ...fit, isSkipping: false }
      changedAt = nowMs
    } else if (!fit.isSkipping && nowMs - changedAt > CALM_MS && fit.bitsPerSecond < maxBitsPerSecond) {
      fit = { ...fit, bitsPerSecond: Math.min(maxBitsPerSecond, fit.bitsPerSecond * 2) }
      changedAt = nowMs
    }
    return fit
  }
}
