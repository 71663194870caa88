const VERSION = 1
const LENGTHS_AT = 4
const SETS_AT = 5
const SEQUENCE_SET = 7

/**
 * Mends an AVCDecoderConfigurationRecord (ISO/IEC 14496-15) as Firefox 153 writes it: with the header byte of every
 * parameter set twice, and without the reserved bits. Any other record stays as it is.
 */
export function repairAvcConfig(avcC: Uint8Array): Uint8Array {
  const sets = readSets(avcC)
  if (sets === undefined) return avcC
  const { sequence, picture, rest } = sets
  // 0x67 is no profile: a sequence set never repeats its header. A picture set may, so it alone proves nothing.
  const isDoubled = sequence.length > 0 && sequence.every(isSequenceSetTwice)
  const written = (list: Uint8Array[]) => list.flatMap((set) => writeSet(isDoubled ? set.subarray(1) : set))
  return Uint8Array.from([
    ...avcC.subarray(0, LENGTHS_AT),
    0b1111_1100 | (avcC[LENGTHS_AT] ?? 0),
    0b1110_0000 | sequence.length,
    ...written(sequence),
    picture.length,
    ...written(picture),
    ...rest,
  ])
}

function isSequenceSetTwice([header = 0, next]: Uint8Array): boolean {
  return (header & 0x1f) === SEQUENCE_SET && header === next
}

function writeSet(set: Uint8Array): number[] {
  return [set.length >> 8, set.length & 0xff, ...set]
}

/** Undefined for what is no whole record. */
function readSets(avcC: Uint8Array) {
  let at = SETS_AT
  const takeSets = (count: number) =>
    Array.from({ length: count }, () => {
      const from = at + 2
      at = from + ((avcC[at] ?? 0) << 8) + (avcC[at + 1] ?? 0)
      return avcC.subarray(from, at)
    })
  const takeCount = () => avcC[at++] ?? 0
  const sequence = takeSets(takeCount() & 0x1f)
  const picture = takeSets(takeCount())
  const isWhole = avcC[0] === VERSION && at <= avcC.length
  return isWhole ? { sequence, picture, rest: avcC.subarray(at) } : undefined
}
