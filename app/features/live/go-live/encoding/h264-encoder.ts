import { readChunk, readDescription } from './encoded-chunk.ts'

export type VideoSink = {
  settings(avcC: Uint8Array): void
  frame(data: Uint8Array, isKey: boolean, timeMs: number): void
}

type Listeners = { sink: VideoSink; onRestart(): void; onFailure(error: unknown): void }

/** With more frames waiting, the device is too slow to encode all of them. */
const MAX_WAITING_FRAMES = 3
const MAX_FAILURES_IN_A_ROW = 3

/** Replaces an encoder that failed; the new one has to be configured again. */
export function openH264Encoder({ sink, onRestart, onFailure }: Listeners) {
  let failures = 0
  let encoder = new VideoEncoder({ output, error: restart })

  function output(chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata): void {
    const { data, timeMs } = readChunk(chunk)
    const avcC = readDescription(metadata)
    if (avcC) sink.settings(avcC)
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
    encode: (frame: VideoFrame, keyFrame: boolean) => encoder.encode(frame, { keyFrame }),
    close(): void {
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}
