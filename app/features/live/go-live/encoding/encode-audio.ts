import type { AudioBlock } from './audio-block.worklet.ts'
import workletUrl from './audio-block.worklet.ts?worker&url'
import { readChunk } from './encoded-chunk.ts'
import type { AudioCodec, AudioSink } from './frame-sender.ts'

const SAMPLE_RATE = 48_000
const BITS_PER_SECOND = 96_000
/** The audio clock is realigned with the video clock when they drift further apart than this. */
const MAX_DRIFT_MS = 60
/** AAC plays everywhere; Opus is for browsers that cannot encode it. */
const CODECS: [codec: AudioCodec, name: string][] = [
  ['aac', 'mp4a.40.2'],
  ['opus', 'opus'],
]
/** RFC 7845, 5.1: one channel, and the pre-skip that libopus needs. */
const OPUS_HEAD = Uint8Array.from('OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0', (letter) =>
  letter.charCodeAt(0),
)

/**
 * Resolves with the first encoded audio, however late, or at once where the browser cannot encode it. Only then is a
 * sink made: audio that is announced and never comes would stop viewers' players. Runs until `signal` is aborted.
 */
export async function encodeAudio(
  stream: MediaStream,
  makeSink: (codec: AudioCodec) => AudioSink,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const choice = await chooseCodec()
  if (choice === undefined || signal.aborted) return undefined
  const { codec, config } = choice
  const context = new AudioContext({ sampleRate: SAMPLE_RATE })
  signal.addEventListener('abort', () => context.close())
  await context.audioWorklet.addModule(workletUrl)
  if (signal.aborted) return undefined
  return new Promise((resolve, reject) => {
    let sink: AudioSink | undefined
    function output(chunk: EncodedAudioChunk, metadata?: EncodedAudioChunkMetadata): void {
      const { data, timeMs, settings } = readChunk(chunk, metadata)
      const isFirst = sink === undefined
      sink ??= makeSink(codec)
      if (codec === 'opus' && isFirst) sink.settings(OPUS_HEAD, timeMs)
      if (codec === 'aac' && settings) sink.settings(settings, timeMs)
      sink.frame(data, timeMs)
      resolve()
    }

    const encoder = new AudioEncoder({ output, error: onFailure })
    signal.addEventListener('abort', () => encoder.state !== 'closed' && encoder.close())
    encoder.configure(config)
    record(stream, context, (audio) => encoder.state === 'configured' && encoder.encode(audio))
    // Without an audio device this may never settle.
    context.resume().catch(reject)
  })
}

function record(stream: MediaStream, context: AudioContext, onAudio: (audio: AudioData) => unknown): void {
  let contextStartedMs = Number.NaN
  const blocks = new AudioWorkletNode(context, 'audio-block', {
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  blocks.port.onmessage = ({ data: { samples, startedAtS } }: MessageEvent<AudioBlock>) => {
    const startedMs = performance.now() - context.currentTime * 1_000
    if (!(Math.abs(startedMs - contextStartedMs) < MAX_DRIFT_MS)) contextStartedMs = startedMs
    const audio = new AudioData({
      format: 'f32-planar',
      sampleRate: SAMPLE_RATE,
      numberOfChannels: 1,
      numberOfFrames: samples.length,
      timestamp: Math.round((contextStartedMs + startedAtS * 1_000) * 1_000),
      data: samples,
    })
    onAudio(audio)
    audio.close()
  }
  // Some browsers run a worklet only if it is connected to a destination; this one outputs nothing.
  context.createMediaStreamSource(stream).connect(blocks).connect(context.destination)
}

async function chooseCodec() {
  if (!('AudioEncoder' in window)) return undefined
  for (const [codec, name] of CODECS) {
    const config = { codec: name, sampleRate: SAMPLE_RATE, numberOfChannels: 1, bitrate: BITS_PER_SECOND }
    const { supported } = await AudioEncoder.isConfigSupported(config)
    if (supported) return { codec, config }
  }
  return undefined
}
