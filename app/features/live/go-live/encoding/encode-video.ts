import { encodeLower } from './encode-lower.ts'
import type { FrameSender } from './frame-sender.ts'
import { h264Config, openH264Encoder } from './h264-encoder.ts'

export type VideoEncoding = ReturnType<typeof encodeVideo>

const KEY_FRAME_INTERVAL_MS = 2_000

/** Encodes what `video` shows in two qualities, turned as it shows it, also when its size changes. */
export function encodeVideo(
  video: HTMLVideoElement,
  firstBitsPerSecond: number,
  sinks: Pick<FrameSender, 'video' | 'lower'>,
  onFailure: (error: unknown) => void,
) {
  const encoder = openH264Encoder({ sink: sinks.video, onRestart, onFailure })
  const lower = encodeLower(video, sinks.lower)
  let canvas: OffscreenCanvas | undefined
  let configuredSize = ''
  let bitsPerSecond = firstBitsPerSecond
  let keyFrameDueAt = 0
  let frameRequest = video.requestVideoFrameCallback(encode)

  /** Some cameras' frames stay on the graphics card, where not every encoder can read them; drawn ones are readable. */
  function onRestart(): void {
    canvas ??= new OffscreenCanvas(0, 0)
    configuredSize = ''
  }

  function configure(): void {
    const config = h264Config({ width: video.videoWidth, height: video.videoHeight }, bitsPerSecond)
    if (config === undefined) return
    if (configuredSize !== sizeOf(video)) lower.configure()
    configuredSize = sizeOf(video)
    keyFrameDueAt = 0
    encoder.configure(config)
  }

  function encode(nowMs: number): void {
    frameRequest = video.requestVideoFrameCallback(encode)
    if (configuredSize !== sizeOf(video)) configure()
    const isReady = encoder.isReady()
    lower.judge(isReady)
    const timestamp = Math.round(nowMs * 1_000)
    const frame = isReady && grabFrame(video, canvas, timestamp)
    if (!frame) return
    const isKey = nowMs >= keyFrameDueAt
    if (isKey) keyFrameDueAt = nowMs + KEY_FRAME_INTERVAL_MS
    // First, because the server expects its key frames not much later than those of the first quality.
    lower.encode(timestamp, isKey)
    encoder.encode(frame, isKey)
    frame.close()
  }

  return {
    setBitsPerSecond(wanted: number): void {
      if (wanted === bitsPerSecond) return
      bitsPerSecond = wanted
      configure()
    },
    lowerSize: lower.size,
    endLower: lower.end,
    requestKeyFrame(): void {
      keyFrameDueAt = 0
    },
    close(): void {
      video.cancelVideoFrameCallback(frameRequest)
      encoder.close()
      lower.end('the broadcast is over')
    },
  }
}

function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): string {
  return `${videoWidth} × ${videoHeight}`
}

/** Undefined while there is no frame, as between two cameras. */
function grabFrame(video: HTMLVideoElement, canvas: OffscreenCanvas | undefined, timestamp: number) {
  try {
    return new VideoFrame(canvas ? draw(video, canvas) : video, { timestamp })
  } catch {
    return undefined
  }
}

function draw(video: HTMLVideoElement, canvas: OffscreenCanvas): OffscreenCanvas {
  if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth
  if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0)
  return canvas
}
