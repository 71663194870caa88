/** Encoders put a handful of units before the slices of a frame. A publisher may send millions. */
const MAX_UNITS = 64

/** The first units of a frame as MP4 stores it: each follows its length, of `lengthBytes` bytes. */
export function* readH264Units(frame: Buffer, lengthBytes: number): Generator<Buffer> {
  for (let at = 0, units = 0; units < MAX_UNITS && at + lengthBytes < frame.length; units += 1) {
    const end = at + lengthBytes + frame.readUIntBE(at, lengthBytes)
    yield frame.subarray(at + lengthBytes, end)
    at = end
  }
}

/** How many bytes hold the length of each unit, by the decoder's settings. */
export function unitLengthBytes(avcC: Buffer): number {
  return ((avcC[4] ?? 3) & 3) + 1
}
