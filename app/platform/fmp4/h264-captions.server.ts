const SEI = 6
const REGISTERED_USER_DATA = 4
/** Country, provider, "GA94" and type of closed captions in video (ATSC A/53). */
const CAPTIONS = Buffer.from([0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03])
/** Longer units are not captions. */
const MAX_SEI = 2_048
/** Encoders put a handful of units before the slices of a frame. A publisher may send millions. */
const MAX_UNITS = 64

/** Whether a frame, as MP4 stores it, has captions. Each unit in it follows its length, of `lengthBytes` bytes. */
export function hasCaptions(frame: Buffer, lengthBytes: number): boolean {
  for (let at = 0, units = 0; units < MAX_UNITS && at + lengthBytes < frame.length; units += 1) {
    const length = frame.readUIntBE(at, lengthBytes)
    const unit = frame.subarray(at + lengthBytes, at + lengthBytes + length)
    if (isCaptionUnit(unit)) return true
    at += lengthBytes + length
  }
  return false
}

function isCaptionUnit(unit: Buffer): boolean {
  if (((unit[0] ?? 0) & 0x1f) !== SEI || unit.length > MAX_SEI) return false
  return unit[1] === REGISTERED_USER_DATA && unit.subarray(2, 2 + 8 + CAPTIONS.length).includes(CAPTIONS)
}
