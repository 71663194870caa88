import type { VideoEncoding } from '../encoding/encode-video.ts'
import type { FrameSender } from '../encoding/frame-sender.ts'
import { adaptBitrate, type Bitrate } from './adapt-bitrate.ts'
import type { IngestSocket } from './ingest-socket.ts'

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
