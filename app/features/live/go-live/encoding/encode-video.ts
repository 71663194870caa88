import { createFrameGrabber } from './frame-grabber.ts'
import { h264Config } from './h264-config.ts'
import { openH264Encoder, type VideoSink } from './h264-encoder.ts'

export type VideoEncoding = ReturnType<typeof encodeVideo>

const KEY_FRAME_INTERVAL_MS = 2_000

/** Encodes what `video` shows, also when its size changes. */
export function encodeVideo(
  video: HTMLVideoElement,
  firstBitsPerSecond: number,
  sink: VideoSink,
  onFailure: (error: unknown) => void,
) {
  const frames = createFrameGrabber(video)
  const encoder = openH264Encoder({ sink, onRestart, onFailure })
  let configuredSize = ''
  let bitsPerSecond = firstBitsPerSecond
  let keyFrameDueAt = 0
  let frameRequest = video.requestVideoFrameCallback(encode)

  function onRestart(): void {
    frames.drawFrames()
    configuredSize = ''
  }

  function configure(): void {
    const config = h264Config({ width: video.videoWidth, height: video.videoHeight }, bitsPerSecond)
    if (config === undefined) return
    configuredSize = sizeOf(video)
    keyFrameDueAt = 0
    encoder.configure(config)
  }

  function encode(nowMs: number): void {
    frameRequest = video.requestVideoFrameCallback(encode)
    if (configuredSize !== sizeOf(video)) configure()
    if (!encoder.isReady()) return
    const frame = frames.grab(Math.round(nowMs * 1_000))
    if (frame === undefined) return
    const isKey = nowMs >= keyFrameDueAt
    if (isKey) keyFrameDueAt = nowMs + KEY_FRAME_INTERVAL_MS
    encoder.encode(frame, isKey)
    frame.close()
  }

  return {
    setBitsPerSecond(wanted: number): void {
      if (wanted === bitsPerSecond) return
      bitsPerSecond = wanted
      configure()
    },
    /** Makes the next frame a key frame. */
    requestKeyFrame(): void {
      keyFrameDueAt = 0
    },
    close(): void {
      video.cancelVideoFrameCallback(frameRequest)
      encoder.close()
    },
  }
}

function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): string {
  return `${videoWidth} × ${videoHeight}`
}
