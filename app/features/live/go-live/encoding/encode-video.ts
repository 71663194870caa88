export type PictureSink = {
  settings(avcC: Uint8Array, timeMs: number): void
  frame(data: Uint8Array, isKey: boolean, timeMs: number): void
}

export type PictureEncoder = {
  setBitsPerSecond(bitsPerSecond: number): void
  /** The next frame can be seen by itself. */
  askForKeyFrame(): void
  close(): void
}

/** Constrained baseline, which every viewer's device decodes: level 3.1 up to 1280 × 720, level 4 up to 1920 × 1080. */
const H264 = 'avc1.42e01f'
const H264_LARGE = 'avc1.42e028'
const LARGE_PIXELS = 1280 * 720
const KEY_FRAME_EVERY_MS = 2_000
/** More frames than these waiting, and the device is too slow for all of them. */
const MAX_WAITING_FRAMES = 3
/** One after the other, without a frame between them. */
const MAX_FAILURES = 3

/** What `video` shows, as it shows it; when the picture is turned, as the turned picture. */
export function encodePicture(
  video: HTMLVideoElement,
  firstBitsPerSecond: number,
  sink: PictureSink,
  onTrouble: (error: unknown) => void,
): PictureEncoder {
  let size = ''
  let bitsPerSecond = firstBitsPerSecond
  let keyFrameAt = 0
  let asked = 0
  let failures = 0
  let canvas: OffscreenCanvas | undefined
  let encoder = makeEncoder()

  function makeEncoder(): VideoEncoder {
    return new VideoEncoder({ output, error: beginAnew })
  }

  /** Some cameras' frames stay on the graphics card, where not every encoder can read them: drawn first, they can be. */
  function beginAnew(error: unknown): void {
    failures += 1
    if (failures > MAX_FAILURES) onTrouble(error)
    else {
      canvas ??= new OffscreenCanvas(0, 0)
      encoder = makeEncoder()
      size = ''
    }
  }

  function output(chunk: EncodedVideoChunk, about?: EncodedVideoChunkMetadata): void {
    const timeMs = chunk.timestamp / 1_000
    const description = about?.decoderConfig?.description
    if (description) sink.settings(bytesOf(description), timeMs)
    const data = new Uint8Array(chunk.byteLength)
    chunk.copyTo(data)
    sink.frame(data, chunk.type === 'key', timeMs)
    failures = 0
  }

  function configure(): void {
    const [width, height] = [video.videoWidth, video.videoHeight].map((length) => length - (length % 2))
    if (!width || !height) return
    size = sizeOf(video)
    keyFrameAt = 0
    try {
      encoder.configure({
        codec: width * height > LARGE_PIXELS ? H264_LARGE : H264,
        width,
        height,
        bitrate: bitsPerSecond,
        framerate: 30,
        latencyMode: 'realtime',
        avc: { format: 'avc' },
      })
    } catch (error) {
      beginAnew(error)
    }
  }

  function encode(now: number): void {
    asked = video.requestVideoFrameCallback(encode)
    if (size !== sizeOf(video)) configure()
    if (encoder.state !== 'configured' || encoder.encodeQueueSize > MAX_WAITING_FRAMES) return
    const frame = takeFrame(Math.round(now * 1_000))
    if (frame === undefined) return
    const keyFrame = now >= keyFrameAt
    if (keyFrame) keyFrameAt = now + KEY_FRAME_EVERY_MS
    encoder.encode(frame, { keyFrame })
    frame.close()
  }

  /** Undefined while there is no picture, as between two cameras. */
  function takeFrame(timestamp: number): VideoFrame | undefined {
    try {
      return new VideoFrame(canvas ? draw(canvas) : video, { timestamp })
    } catch {
      return undefined
    }
  }

  function draw(on: OffscreenCanvas): OffscreenCanvas {
    if (on.width !== video.videoWidth) on.width = video.videoWidth
    if (on.height !== video.videoHeight) on.height = video.videoHeight
    on.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0)
    return on
  }

  asked = video.requestVideoFrameCallback(encode)
  return {
    setBitsPerSecond(wanted) {
      if (wanted === bitsPerSecond) return
      bitsPerSecond = wanted
      configure()
    },
    askForKeyFrame() {
      keyFrameAt = 0
    },
    close() {
      video.cancelVideoFrameCallback(asked)
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}

function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): string {
  return `${videoWidth} × ${videoHeight}`
}

export function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
