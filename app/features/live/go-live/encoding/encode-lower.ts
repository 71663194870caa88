import type { LowerSink } from './frame-sender.ts'
import { encodedSize, h264Config, openH264Encoder, type Size } from './h264-encoder.ts'

const LOWER_BITS_PER_SECOND = 600_000
const SHORT_SIDE = 360
/** A smaller video is hardly larger than its lower quality. */
const MIN_SHORT_SIDE = 540
/** A slow device still encodes five frames per second. */
const MAX_GAP_US = 200_000
const JUDGED_FRAMES = 150
const MAX_SKIPPED_FRAMES = JUDGED_FRAMES / 2

/** 640 × 360 for a video of 1280 × 720; undefined for one that is small already. */
function lowerSize(size: Size): Size | undefined {
  const shortSide = Math.min(size.width, size.height)
  if (shortSide < MIN_SHORT_SIDE) return undefined
  const scale = SHORT_SIDE / shortSide
  return encodedSize({ width: Math.round(size.width * scale), height: Math.round(size.height * scale) })
}

/** Encodes the video a second time, smaller. Ends for good if the browser cannot, or is too slow for both. */
export function encodeLower(video: HTMLVideoElement, sink: LowerSink) {
  const canvas = new OffscreenCanvas(0, 0)
  const onFailure = () => end('its encoder failed')
  const encoder = openH264Encoder({ sink, onRestart: onFailure, onFailure })
  let size: Size | undefined
  let isOver = false
  let frames = 0
  let skipped = 0
  let encodedAtUs = 0

  function end(reason: string): void {
    if (isOver) return
    isOver = true
    if (size) console.warn(`the lower quality has ended: ${reason}`)
    size = undefined
    encoder.close()
    sink.end()
  }

  return {
    size: () => size,
    /** For another size of the video. The next frame has to be a key frame. */
    configure(): void {
      if (isOver) return
      sink.end()
      size = lowerSize({ width: video.videoWidth, height: video.videoHeight })
      const config = size && h264Config(size, LOWER_BITS_PER_SECOND)
      if (size === undefined || config === undefined) return
      Object.assign(canvas, size)
      encoder.configure(config)
    },
    /** Even if too many frames wait: a key frame has to be one in both qualities. */
    encode(timestamp: number, isKey: boolean): void {
      const isDue = isKey || timestamp - encodedAtUs > MAX_GAP_US
      if (size === undefined || !(isDue || encoder.isReady())) return
      encodedAtUs = timestamp
      canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0, size.width, size.height)
      const frame = new VideoFrame(canvas, { timestamp })
      encoder.encode(frame, isKey)
      frame.close()
    },
    /** Two qualities are too much for a device that skips half the frames of either. */
    judge(isFirstReady: boolean): void {
      if (size === undefined) return
      frames += 1
      if (!isFirstReady || !encoder.isReady()) skipped += 1
      if (frames < JUDGED_FRAMES) return
      if (skipped > MAX_SKIPPED_FRAMES) end('this device is too slow for two')
      frames = 0
      skipped = 0
    },
    end,
  }
}
