import type { HlsAudioTrack } from './hls-audio-track.server.ts'

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const RATE_FOLLOWS = 15
const MAX_CONFIG = 64
const SAMPLES_PER_FRAME = 1_024

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3); undefined when it makes no sense. */
export function readAacConfig(audioSpecificConfig: Buffer): HlsAudioTrack | undefined {
  if (audioSpecificConfig.length < 2 || audioSpecificConfig.length > MAX_CONFIG) return undefined
  const bits = BigInt(`0x${Buffer.concat([audioSpecificConfig, Buffer.alloc(8)]).toString('hex', 0, 8)}`)
  const take = (from: number, length: number) =>
    Number((bits >> BigInt(64 - from - length)) & ((1n << BigInt(length)) - 1n))
  const objectType = take(0, 5)
  const rateIndex = take(5, 4)
  const isExplicit = rateIndex === RATE_FOLLOWS
  const sampleRate = isExplicit ? take(9, 24) : SAMPLE_RATES[rateIndex]
  const channels = take(isExplicit ? 33 : 9, 4)
  const isSensible = objectType > 0 && objectType < 31 && channels > 0 && channels <= 8
  if (!isSensible || sampleRate === undefined || sampleRate < 7_350 || sampleRate > 96_000) return undefined
  return {
    codec: 'aac',
    codecName: `mp4a.40.${objectType}`,
    settings: audioSpecificConfig,
    sampleRate,
    channels,
    samplesIn: () => SAMPLES_PER_FRAME,
  }
}
