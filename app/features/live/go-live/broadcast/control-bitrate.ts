import type { VideoEncoding } from '../encoding/encode-video.ts'
import type { FrameSender } from '../encoding/frame-sender.ts'
import type { IngestSocket } from './ingest-socket.ts'

export type Bitrate = { bitsPerSecond: number; isSkipping: boolean; changedAtMs: number }

type Controlled = {
  socket(): IngestSocket | undefined
  encoding: VideoEncoding
  frames: FrameSender
  onCaughtUp(): void
}

export const MAX_BITS_PER_SECOND = 2_500_000
const POLL_MS = 500
const POLLS_PER_RATE = 4
/** A connection congested for this long is restarted, which drops what is waiting. */
const MAX_CONGESTION_MS = 8_000
/** More than this waiting to be sent, and viewers would notice the delay. */
const MAX_WAITING_S = 1
const CAUGHT_UP_S = 0.2
const MIN_BITS_PER_SECOND = 300_000
const CALM_MS = 20_000
/** On a slower connection all of it is for the first quality. */
const MIN_FOR_TWO_QUALITIES = 1_250_000

/** Adapts bitrate and frame skipping to what the connection can carry. */
export function controlBitrate({ socket, encoding, frames, onCaughtUp }: Controlled) {
  let bitrate: Bitrate = { bitsPerSecond: MAX_BITS_PER_SECOND, isSkipping: false, changedAtMs: 0 }
  let caughtUpAtMs = performance.now()
  let sentBytes: number[] = []

  function poll(): void {
    const nowMs = performance.now()
    const wasSkipping = bitrate.isSkipping
    bitrate = adaptBitrate(bitrate, socket()?.waitingBytes() ?? 0, MAX_BITS_PER_SECOND, nowMs)
    const { bitsPerSecond, isSkipping } = bitrate
    encoding.setBitsPerSecond(bitsPerSecond)
    frames.setSkipping(isSkipping)
    if (bitsPerSecond < MIN_FOR_TWO_QUALITIES) encoding.endLower('the connection is slow')
    if (wasSkipping && !isSkipping) onCaughtUp()
    if (!isSkipping) caughtUpAtMs = nowMs
    else if (nowMs - caughtUpAtMs > MAX_CONGESTION_MS) socket()?.restart()
    sentBytes = [...sentBytes.slice(-POLLS_PER_RATE), socket()?.sentBytes() ?? 0]
  }

  return {
    start(signal: AbortSignal): void {
      const polling = setInterval(poll, POLL_MS)
      signal.addEventListener('abort', () => clearInterval(polling))
    },
    sentBitsPerSecond(): number {
      const bytes = (sentBytes.at(-1) ?? 0) - (sentBytes[0] ?? 0)
      const measuredMs = Math.max(1, sentBytes.length - 1) * POLL_MS
      return Math.max(0, (bytes * 8 * 1_000) / measuredMs)
    },
  }
}

/** Halves the bitrate on a congested connection, and doubles it again after each calm period. */
export function adaptBitrate(
  bitrate: Bitrate,
  waitingBytes: number,
  maxBitsPerSecond: number,
  nowMs: number,
) {
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
