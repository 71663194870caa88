import type { AudioTrack } from '../../../platform/fmp4/init-segment.server.ts'

export type HlsAudioTrack = AudioTrack & {
  /** As playlists name the codec (RFC 6381). */
  codecName: string
  /** The duration of a frame in samples; 0 when the frame is unreadable. */
  samplesIn(frame: Buffer): number
}

const AAC_SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const AAC_RATE_FOLLOWS = 15
const MAX_AAC_CONFIG = 64
const AAC_SAMPLES_PER_FRAME = 1_024
const OPUS_HEAD_BYTES = 19
const MONO_OR_STEREO = 0
/** Opus is decoded at this rate, whatever was recorded. */
const OPUS_RATE = 48_000
const MAX_OPUS_PACKET = (120 * OPUS_RATE) / 1_000

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3); undefined when it makes no sense. */
export function readAacConfig(audioSpecificConfig: Buffer): HlsAudioTrack | undefined {
  if (audioSpecificConfig.length < 2 || audioSpecificConfig.length > MAX_AAC_CONFIG) return undefined
  const bits = BigInt(`0x${Buffer.concat([audioSpecificConfig, Buffer.alloc(8)]).toString('hex', 0, 8)}`)
  const take = (from: number, length: number) =>
    Number((bits >> BigInt(64 - from - length)) & ((1n << BigInt(length)) - 1n))
  const objectType = take(0, 5)
  const rateIndex = take(5, 4)
  const isExplicit = rateIndex === AAC_RATE_FOLLOWS
  const sampleRate = isExplicit ? take(9, 24) : AAC_SAMPLE_RATES[rateIndex]
  const channels = take(isExplicit ? 33 : 9, 4)
  const isSensible = objectType > 0 && objectType < 31 && channels > 0 && channels <= 8
  if (!isSensible || sampleRate === undefined || sampleRate < 7_350 || sampleRate > 96_000) return undefined
  return {
    codec: 'aac',
    codecName: `mp4a.40.${objectType}`,
    settings: audioSpecificConfig,
    sampleRate,
    channels,
    samplesIn: () => AAC_SAMPLES_PER_FRAME,
  }
}

/** Reads an identification header (RFC 7845, 5.1); undefined when it makes no sense, or has more than two channels. */
export function readOpusConfig(head: Buffer): HlsAudioTrack | undefined {
  if (head.length !== OPUS_HEAD_BYTES || !head.toString('latin1').startsWith('OpusHead')) return undefined
  const channels = head.readUInt8(9)
  if (channels < 1 || channels > 2 || head.readUInt8(18) !== MONO_OR_STEREO) return undefined
  return { codec: 'opus', codecName: 'opus', settings: head, sampleRate: OPUS_RATE, channels, samplesIn }
}

/** The first byte of an Opus packet gives the length of its frames and their number (RFC 6716, 3.1). */
function samplesIn(packet: Buffer): number {
  const [contents = 0, counted = 0] = packet
  const frames = [1, 2, 2, counted & 63][contents & 3] ?? 0
  const samples = frames * frameSamples(contents >> 3)
  return packet.length === 0 || samples > MAX_OPUS_PACKET ? 0 : samples
}

function frameSamples(configuration: number): number {
  const tenths = (lengths: number[]) => lengths[configuration % lengths.length] ?? 0
  const tenthsOfMs =
    configuration < 12
      ? tenths([100, 200, 400, 600])
      : configuration < 16
        ? tenths([100, 200])
        : tenths([25, 50, 100, 200])
  return (tenthsOfMs * OPUS_RATE) / 10_000
}
