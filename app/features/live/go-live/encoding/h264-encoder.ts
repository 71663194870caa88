import { readChunk } from './encoded-chunk.ts'
import type { VideoSink } from './frame-sender.ts'

type Listeners = {
  sink: Pick<VideoSink, 'settings' | 'frame'>
  onRestart(): void
  onFailure(error: unknown): void
}

/** Constrained baseline, which every viewer's device decodes: level 3.1 up to 1280 × 720, level 4 up to 1920 × 1080. */
export const LEVEL_3_1 = 'avc1.42e01f'
const LEVEL_4 = 'avc1.42e028'
const MAX_PIXELS_LEVEL_3_1 = 1280 * 720
/** With more frames waiting, the device is too slow to encode all of them. */
const MAX_WAITING_FRAMES = 3
const MAX_FAILURES_IN_A_ROW = 3

/** Replaces an encoder that failed; the new one has to be configured again. */
export function openH264Encoder({ sink, onRestart, onFailure }: Listeners) {
  let failures = 0
  let encoder = new VideoEncoder({ output, error: restart })

  function output(chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata): void {
    const { data, timeMs, settings } = readChunk(chunk, metadata)
    if (settings) sink.settings(settings)
    sink.frame(data, chunk.type === 'key', timeMs)
    failures = 0
  }

  function restart(error: unknown): void {
    failures += 1
    if (failures > MAX_FAILURES_IN_A_ROW) onFailure(error)
    else {
      encoder = new VideoEncoder({ output, error: restart })
      onRestart()
    }
  }

  return {
    isReady: () => encoder.state === 'configured' && encoder.encodeQueueSize <= MAX_WAITING_FRAMES,
    configure(config: VideoEncoderConfig): void {
      try {
        encoder.configure(config)
      } catch (error) {
        restart(error)
      }
    },
    encode(frame: VideoFrame, keyFrame: boolean): void {
      if (encoder.state === 'configured') encoder.encode(frame, { keyFrame })
    },
    close(): void {
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}

export type Size = { width: number; height: number }

/** H.264 takes even lengths only. */
export function encodedSize({ width, height }: Size): Size {
  return { width: width - (width % 2), height: height - (height % 2) }
}

/** Undefined for a video without a size. */
export function h264Config(size: Size, bitsPerSecond: number): VideoEncoderConfig | undefined {
  const { width, height } = encodedSize(size)
  if (width === 0 || height === 0) return undefined
  return {
    codec: width * height > MAX_PIXELS_LEVEL_3_1 ? LEVEL_4 : LEVEL_3_1,
    width,
    height,
    bitrate: bitsPerSecond,
    framerate: 30,
    latencyMode: 'realtime',
    avc: { format: 'avc' },
  }
}
