import type { SoundBlock } from './audio-block.worklet.ts'
import workletUrl from './audio-block.worklet.ts?worker&url'
import { bytesOf } from './encode-video.ts'
import type { SoundCodec } from './frame-message.ts'

export type SoundSink = {
  settings(settings: Uint8Array, timeMs: number): void
  frame(data: Uint8Array, timeMs: number): void
}

const SAMPLE_RATE = 48_000
const BITS_PER_SECOND = 96_000
/** Two clocks, one for sound and one for pictures: farther apart than this, they are set again. */
const MAX_APART_MS = 60

/** AAC plays everywhere; where a browser cannot make it, Opus. */
const CODECS: { codec: SoundCodec; name: string }[] = [
  { codec: 'aac', name: 'mp4a.40.2' },
  { codec: 'opus', name: 'opus' },
]

/** RFC 7845, 5.1: one channel, and as many samples to skip at the start as libopus needs. */
const OPUS_HEAD = Uint8Array.from('OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0', (letter) =>
  letter.charCodeAt(0),
)

/** Until it is told to leave; where this browser cannot, there is no sound. */
export async function encodeSound(
  stream: MediaStream,
  makeSink: (codec: SoundCodec) => SoundSink,
  onTrouble: (error: unknown) => void,
  leave: AbortSignal,
): Promise<void> {
  const choice = await chooseCodec()
  if (choice === undefined || leave.aborted) return
  const { codec, config } = choice
  const sink = makeSink(codec)
  const context = new AudioContext({ sampleRate: SAMPLE_RATE })
  leave.addEventListener('abort', () => context.close())
  await context.audioWorklet.addModule(workletUrl)
  if (leave.aborted) return
  const encoder = new AudioEncoder({ output, error: onTrouble })
  leave.addEventListener('abort', () => encoder.state !== 'closed' && encoder.close())
  encoder.configure(config)
  if (codec === 'opus') sink.settings(OPUS_HEAD, performance.now())

  function output(chunk: EncodedAudioChunk, about?: EncodedAudioChunkMetadata): void {
    const timeMs = chunk.timestamp / 1_000
    const description = about?.decoderConfig?.description
    if (codec === 'aac' && description) sink.settings(bytesOf(description), timeMs)
    const data = new Uint8Array(chunk.byteLength)
    chunk.copyTo(data)
    sink.frame(data, timeMs)
  }

  let contextBeganMs = Number.NaN
  function encode({ samples, beganAtS }: SoundBlock): void {
    if (encoder.state !== 'configured') return
    const now = performance.now() - context.currentTime * 1_000
    if (!(Math.abs(now - contextBeganMs) < MAX_APART_MS)) contextBeganMs = now
    const sound = new AudioData({
      format: 'f32-planar',
      sampleRate: SAMPLE_RATE,
      numberOfChannels: 1,
      numberOfFrames: samples.length,
      timestamp: Math.round((contextBeganMs + beganAtS * 1_000) * 1_000),
      data: samples,
    })
    encoder.encode(sound)
    sound.close()
  }

  const blocks = new AudioWorkletNode(context, 'sound-block', {
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  blocks.port.onmessage = ({ data }: MessageEvent<SoundBlock>) => encode(data)
  // It gives nothing out: without a destination some browsers would not run it.
  context.createMediaStreamSource(stream).connect(blocks).connect(context.destination)
  await context.resume()
}

async function chooseCodec(): Promise<{ codec: SoundCodec; config: AudioEncoderConfig } | undefined> {
  if (!('AudioEncoder' in window)) return undefined
  for (const { codec, name } of CODECS) {
    const config = { codec: name, sampleRate: SAMPLE_RATE, numberOfChannels: 1, bitrate: BITS_PER_SECOND }
    const { supported } = await AudioEncoder.isConfigSupported(config)
    if (supported) return { codec, config }
  }
  return undefined
}
