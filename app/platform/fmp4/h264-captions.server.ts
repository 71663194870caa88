import { readH264Units } from './h264-units.server.ts'

const SEI = 6
const REGISTERED_USER_DATA = 4
/** Country, provider, "GA94" and type of closed captions in video (ATSC A/53). */
const CAPTIONS = Buffer.from([0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03])
/** Longer units are not captions. */
const MAX_SEI = 2_048

/** Whether a frame, as MP4 stores it, has captions. */
export function hasCaptions(frame: Buffer, lengthBytes: number): boolean {
  for (const unit of readH264Units(frame, lengthBytes)) if (isCaptionUnit(unit)) return true
  return false
}

function isCaptionUnit(unit: Buffer): boolean {
  if (((unit[0] ?? 0) & 0x1f) !== SEI || unit.length > MAX_SEI) return false
  return unit[1] === REGISTERED_USER_DATA && unit.subarray(2, 2 + 8 + CAPTIONS.length).includes(CAPTIONS)
}
