export type H264Bits = ReturnType<typeof readH264Bits>

const MAX_EXP_GOLOMB = 32

/** Reads the content of an H.264 unit bit by bit (ITU-T H.264, 7.2 and 9.1). Past its end there are zeros. */
export function readH264Bits(unit: Buffer) {
  const bytes = withoutEmulationBytes(unit.subarray(1))
  let at = 0
  const end = bytes.length * 8

  function takeBit(): number {
    const byte = bytes[at >> 3] ?? 0
    const bit = (byte >> (7 - (at & 7))) & 1
    at += 1
    return bit
  }

  function take(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit += 1) value = value * 2 + takeBit()
    return value
  }

  function takeUnsigned(): number {
    let leadingZeros = 0
    while (leadingZeros < MAX_EXP_GOLOMB && at < end && takeBit() === 0) leadingZeros += 1
    return 2 ** leadingZeros - 1 + take(leadingZeros)
  }

  function takeSigned(): number {
    const value = takeUnsigned()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }

  return { take, takeUnsigned, takeSigned, isOver: () => at > end }
}

/** After two zeros encoders insert a three, so that no start code appears. */
function withoutEmulationBytes(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0)),
  )
}
