import type { HlsAudioTrack } from './hls-audio-track.server.ts'

const MAGIC = 'OpusHead'
const HEAD_BYTES = 19
const MONO_OR_STEREO = 0
/** Opus is decoded at this rate, whatever was recorded. */
const SAMPLE_RATE = 48_000
const MAX_PACKET = (120 * SAMPLE_RATE) / 1_000

/** Reads an identification header (RFC 7845, 5.1); undefined when it makes no sense, or has more than two channels. */
export function readOpusConfig(head: Buffer): HlsAudioTrack | undefined {
  if (head.length !== HEAD_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  const channels = head.readUInt8(9)
  if (channels < 1 || channels > 2 || head.readUInt8(18) !== MONO_OR_STEREO) return undefined
  return { codec: 'opus', codecName: 'opus', settings: head, sampleRate: SAMPLE_RATE, channels, samplesIn }
}

/** The first byte of a packet gives the length of its frames and their number (RFC 6716, 3.1). */
function samplesIn(packet: Buffer): number {
  const [contents = 0, counted = 0] = packet
  const frames = [1, 2, 2, counted & 63][contents & 3] ?? 0
  const samples = frames * frameSamples(contents >> 3)
  return packet.length === 0 || samples > MAX_PACKET ? 0 : samples
}

function frameSamples(configuration: number): number {
  const tenths = (lengths: number[]) => lengths[configuration % lengths.length] ?? 0
  const tenthsOfMs =
    configuration < 12
      ? tenths([100, 200, 400, 600])
      : configuration < 16
        ? tenths([100, 200])
        : tenths([25, 50, 100, 200])
  return (tenthsOfMs * SAMPLE_RATE) / 10_000
}
