import { i32, u32, u64 } from '../bytes.server.ts'
import { box, fullBox } from './boxes.server.ts'

/** Durations and offsets are in the track's own timescale. */
type Sample = { data: Buffer; duration: number; compositionOffset: number; isKey: boolean }
export type TrackRun = { trackId: number; decodeTime: number; samples: Sample[] }

const DEFAULT_BASE_IS_MOOF = 0x2_0000
const RUN_HAS_EVERYTHING = 0x000f01
const DEPENDS_ON_NOTHING = 0x0200_0000
const DEPENDS_ON_OTHERS = 0x0101_0000
const MDAT_HEADER_BYTES = 8

/** A piece of media: the times of its samples, and the samples. */
export function encodeFragment(sequence: number, runs: TrackRun[]): Buffer {
  const number = fullBox('mfhd', 0, 0, u32(sequence))
  const header = (offsets: number[]) =>
    box('moof', number, ...runs.map((run, place) => encodeRun(run, offsets[place] ?? 0)))
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

function encodeRun({ trackId, decodeTime, samples }: TrackRun, offset: number): Buffer {
  return box(
    'traf',
    fullBox('tfhd', 0, DEFAULT_BASE_IS_MOOF, u32(trackId)),
    fullBox('tfdt', 1, 0, u64(decodeTime)),
    fullBox('trun', 1, RUN_HAS_EVERYTHING, u32(samples.length), u32(offset), ...samples.map(encodeSample)),
  )
}

function encodeSample({ data, duration, compositionOffset, isKey }: Sample): Buffer {
  const flags = isKey ? DEPENDS_ON_NOTHING : DEPENDS_ON_OTHERS
  return Buffer.concat([u32(duration), u32(data.length), u32(flags), i32(compositionOffset)])
}
