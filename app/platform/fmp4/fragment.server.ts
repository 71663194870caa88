import { u32, u64 } from '../bytes.server.ts'
import { box, fullBox } from './boxes.server.ts'

/** Durations and offsets are in the track's own timescale. */
type Sample = { data: Buffer; duration: number; compositionOffset: number; isKey: boolean }
export type TrackRun = { trackId: number; decodeTime: number; samples: Sample[] }

const DEFAULT_BASE_IS_MOOF = 0x2_0000
const RUN_HAS_EVERYTHING = 0x000f01
const DEPENDS_ON_NOTHING = 0x0200_0000
const DEPENDS_ON_OTHERS = 0x0101_0000
const MDAT_HEADER_BYTES = 8
const SAMPLE_BYTES = 16

/** A piece of media: the times of its samples, and the samples. */
export function encodeFragment(sequence: number, runs: TrackRun[]): Buffer {
  const number = fullBox('mfhd', 0, 0, u32(sequence))
  const encoded = runs.map((run) => ({ run, samples: encodeSamples(run) }))
  const header = (offsets: number[]) =>
    box('moof', number, ...encoded.map(({ run, samples }, place) => encodeRun(run, samples, offsets[place])))
  // The offsets do not change the header's length, only its content.
  let offset = header([]).length + MDAT_HEADER_BYTES
  const offsets = runs.map(({ samples }) => {
    const start = offset
    offset += samples.reduce((sum, { data }) => sum + data.length, 0)
    return start
  })
  const media = runs.flatMap(({ samples }) => samples.map(({ data }) => data))
  return Buffer.concat([header(offsets), box('mdat', ...media)])
}

function encodeRun({ trackId, decodeTime, samples }: TrackRun, encoded: Buffer, offset = 0): Buffer {
  return box(
    'traf',
    fullBox('tfhd', 0, DEFAULT_BASE_IS_MOOF, u32(trackId)),
    fullBox('tfdt', 1, 0, u64(decodeTime)),
    fullBox('trun', 1, RUN_HAS_EVERYTHING, u32(samples.length), u32(offset), encoded),
  )
}

/** In one buffer: there are a hundred samples per second. */
function encodeSamples({ samples }: TrackRun): Buffer {
  const encoded = Buffer.alloc(samples.length * SAMPLE_BYTES)
  let at = 0
  for (const { data, duration, compositionOffset, isKey } of samples) {
    at = encoded.writeUInt32BE(duration, at)
    at = encoded.writeUInt32BE(data.length, at)
    at = encoded.writeUInt32BE(isKey ? DEPENDS_ON_NOTHING : DEPENDS_ON_OTHERS, at)
    at = encoded.writeInt32BE(compositionOffset, at)
  }
  return encoded
}
