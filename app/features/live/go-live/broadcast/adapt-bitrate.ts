/** The bitrate to encode at, and whether to skip frames until the connection has caught up. */
export type Bitrate = { bitsPerSecond: number; isSkipping: boolean; changedAtMs: number }

/** More than this waiting to be sent, and viewers would notice the delay. */
const MAX_WAITING_S = 1
const CAUGHT_UP_S = 0.2
const MIN_BITS_PER_SECOND = 300_000
const CALM_MS = 20_000

/** Halves the bitrate on a congested connection, and doubles it again after each calm period. */
export function adaptBitrate(
  bitrate: Bitrate,
  waitingBytes: number,
  maxBitsPerSecond: number,
  nowMs: number,
): Bitrate {
  const { bitsPerSecond, isSkipping, changedAtMs } = bitrate
  const waitingS = (waitingBytes * 8) / bitsPerSecond
  if (!isSkipping && waitingS > MAX_WAITING_S) {
    const halved = Math.max(MIN_BITS_PER_SECOND, bitsPerSecond / 2)
    return { bitsPerSecond: halved, isSkipping: true, changedAtMs: nowMs }
  }
  if (isSkipping && waitingS < CAUGHT_UP_S) return { bitsPerSecond, isSkipping: false, changedAtMs: nowMs }
  if (!isSkipping && nowMs - changedAtMs > CALM_MS && bitsPerSecond < maxBitsPerSecond) {
    const doubled = Math.min(maxBitsPerSecond, bitsPerSecond * 2)
    return { bitsPerSecond: doubled, isSkipping, changedAtMs: nowMs }
  }
  return bitrate
}
