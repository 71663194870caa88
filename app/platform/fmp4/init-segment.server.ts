import { u8, u16, u32, zeros } from '../bytes.server.ts'
import { box, fullBox } from './boxes.server.ts'
import type { FrameSize } from './h264-sps.server.ts'

/** `avcC` and `settings` come from the encoder; for Opus it is the identification header. */
export type VideoTrack = { avcC: Buffer; size: FrameSize }
export type AudioTrack = { codec: 'aac' | 'opus'; settings: Buffer; sampleRate: number; channels: number }

export const VIDEO_TRACK_ID = 1
export const AUDIO_TRACK_ID = 2
export const VIDEO_TIMESCALE = 90_000

const MOVIE_TIMESCALE = 1_000
const UNITY_MATRIX = Buffer.concat([u32(0x1_0000), zeros(12), u32(0x1_0000), zeros(12), u32(0x4000_0000)])
const ENABLED_IN_MOVIE = 3
const UNDETERMINED_LANGUAGE = 0x55c4
const FULL_VOLUME = 0x0100
const DPI_72 = 0x48_0000
const SAMPLE_START = [zeros(6), u16(1)]

/** What a player needs before the first fragment. */
export function encodeInitSegment(video: VideoTrack | undefined, audio: AudioTrack | undefined): Buffer {
  const tracks = [...(video ? [videoTrack(video)] : []), ...(audio ? [audioTrack(audio)] : [])]
  const ids = [...(video ? [VIDEO_TRACK_ID] : []), ...(audio ? [AUDIO_TRACK_ID] : [])]
  const defaults = ids.map((id) => fullBox('trex', 0, 0, u32(id), u32(1), u32(0), u32(0), u32(0)))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41')),
    box('moov', movieHeader(), ...tracks, box('mvex', ...defaults)),
  ])
}

function movieHeader(): Buffer {
  const times = [zeros(8), u32(MOVIE_TIMESCALE), u32(0)]
  const rateAndVolume = [u32(0x1_0000), u16(FULL_VOLUME), zeros(10)]
  const nextTrack = u32(AUDIO_TRACK_ID + 1)
  return fullBox('mvhd', 0, 0, ...times, ...rateAndVolume, UNITY_MATRIX, zeros(24), nextTrack)
}

function videoTrack({ avcC, size: { width, height } }: VideoTrack): Buffer {
  const resolution = [u32(DPI_72), u32(DPI_72), u32(0)]
  const framesAndDepth = [u16(1), zeros(32), u16(24), u16(0xffff)]
  const size = [zeros(16), u16(width), u16(height)]
  const sample = box('avc1', ...SAMPLE_START, ...size, ...resolution, ...framesAndDepth, box('avcC', avcC))
  const header = fullBox('vmhd', 0, 1, zeros(8))
  const media = { id: VIDEO_TRACK_ID, timescale: VIDEO_TIMESCALE, handler: 'vide', header, sample }
  return track({ ...media, volume: 0, width, height })
}

function audioTrack({ codec, settings, sampleRate, channels }: AudioTrack): Buffer {
  const [type, decoder] =
    codec === 'opus' ? ['Opus', opusSettings(settings)] : ['mp4a', aacSettings(settings)]
  // The field has 16 bits before the point; a higher rate is in the decoder's settings alone.
  const rate = u32(sampleRate <= 0xffff ? sampleRate * 0x1_0000 : 0)
  const format = [zeros(8), u16(channels), u16(16), zeros(4), rate]
  const sample = box(type, ...SAMPLE_START, ...format, decoder)
  const header = fullBox('smhd', 0, 0, zeros(4))
  const media = { id: AUDIO_TRACK_ID, timescale: sampleRate, handler: 'soun', header, sample }
  return track({ ...media, volume: FULL_VOLUME, width: 0, height: 0 })
}

function aacSettings(audioSpecificConfig: Buffer): Buffer {
  const descriptor = (tag: number, ...content: Buffer[]) => {
    const bytes = Buffer.concat(content)
    return Buffer.concat([u8(tag), u8(bytes.length), bytes])
  }
  const aac = Buffer.of(0x40, 0x15, 0, 0, 0)
  const decoder = descriptor(4, aac, u32(0), u32(0), descriptor(5, audioSpecificConfig))
  return fullBox('esds', 0, 0, descriptor(3, u16(AUDIO_TRACK_ID), u8(0), decoder, descriptor(6, u8(2))))
}

/** The identification header (RFC 7845, 5.1) has the same fields in little-endian order. */
function opusSettings(head: Buffer): Buffer {
  const version = u8(0)
  const channels = head.subarray(9, 10)
  const preSkip = u16(head.readUInt16LE(10))
  const originalRate = u32(head.readUInt32LE(12))
  const gain = u16(head.readUInt16LE(16))
  const mappingFamily = head.subarray(18, 19)
  return box('dOps', version, channels, preSkip, originalRate, gain, mappingFamily)
}

type Track = {
  id: number
  timescale: number
  handler: string
  header: Buffer
  sample: Buffer
  volume: number
  width: number
  height: number
}

function track({ id, timescale, handler, header, sample, volume, width, height }: Track): Buffer {
  const idAndDuration = [zeros(8), u32(id), zeros(4), u32(0), zeros(12)]
  const place = [u16(volume), u16(0), UNITY_MATRIX, u32(width * 0x1_0000), u32(height * 0x1_0000)]
  const trackHeader = fullBox('tkhd', 0, ENABLED_IN_MOVIE, ...idAndDuration, ...place)
  const language = [u16(UNDETERMINED_LANGUAGE), u16(0)]
  const mediaHeader = fullBox('mdhd', 0, 0, zeros(8), u32(timescale), u32(0), ...language)
  const handlerBox = fullBox('hdlr', 0, 0, zeros(4), Buffer.from(handler), zeros(12), Buffer.from('\0'))
  const inThisFile = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const samples = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sample),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0), u32(0)),
    fullBox('stco', 0, 0, u32(0)),
  )
  const information = box('minf', header, inThisFile, samples)
  return box('trak', trackHeader, box('mdia', mediaHeader, handlerBox, information))
}
