export type FrameSize = { width: number; height: number }

/** Profiles whose parameter sets also describe colours and scaling. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const YUV_420 = 1
const YUV_422 = 2
const YUV_444 = 3
const MAX_EXP_GOLOMB = 32
const MAX_REFERENCE_FRAMES_IN_CYCLE = 255

/** From an H.264 sequence parameter set (ITU-T H.264, 7.3.2.1.1); undefined when it makes no sense. */
export function readFrameSize(sps: Buffer): FrameSize | undefined {
  const bits = bitReader(withoutEmulationBytes(sps.subarray(1)))
  const profile = bits.take(8)
  bits.take(16)
  bits.takeUnsigned()
  const chroma = HIGH_PROFILES.has(profile) ? readChroma(bits) : YUV_420
  bits.takeUnsigned()
  skipPictureOrder(bits)
  bits.takeUnsigned()
  bits.take(1)
  const widthInBlocks = bits.takeUnsigned() + 1
  const heightInUnits = bits.takeUnsigned() + 1
  const fieldsPerFrame = bits.take(1) === 1 ? 1 : 2
  if (fieldsPerFrame === 2) bits.take(1)
  bits.take(1)
  const crop = bits.take(1) === 1 ? Array.from({ length: 4 }, bits.takeUnsigned) : [0, 0, 0, 0]
  if (bits.isOver()) return undefined
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const stepX = chroma === YUV_420 || chroma === YUV_422 ? 2 : 1
  const stepY = (chroma === YUV_420 ? 2 : 1) * fieldsPerFrame
  const width = widthInBlocks * 16 - (left + right) * stepX
  const height = heightInUnits * 16 * fieldsPerFrame - (top + bottom) * stepY
  const isSensible = width > 0 && height > 0 && width <= 0xffff && height <= 0xffff
  return isSensible ? { width, height } : undefined
}

type Bits = ReturnType<typeof bitReader>

function readChroma(bits: Bits): number {
  const chroma = bits.takeUnsigned()
  if (chroma === YUV_444) bits.take(1)
  bits.takeUnsigned()
  bits.takeUnsigned()
  bits.take(1)
  const hasScalingLists = bits.take(1) === 1
  const lists = hasScalingLists ? (chroma === YUV_444 ? 12 : 8) : 0
  for (let list = 0; list < lists; list += 1) {
    const isPresent = bits.take(1) === 1
    if (isPresent) skipScalingList(bits, list < 6 ? 16 : 64)
  }
  return chroma
}

function skipScalingList(bits: Bits, length: number): void {
  let last = 8
  let next = 8
  for (let place = 0; place < length; place += 1) {
    if (next !== 0) next = (last + bits.takeSigned() + 256) % 256
    last = next === 0 ? last : next
  }
}

function skipPictureOrder(bits: Bits): void {
  const type = bits.takeUnsigned()
  if (type === 0) bits.takeUnsigned()
  if (type !== 1) return
  bits.take(1)
  bits.takeSigned()
  bits.takeSigned()
  const cycle = Math.min(bits.takeUnsigned(), MAX_REFERENCE_FRAMES_IN_CYCLE)
  for (let frame = 0; frame < cycle; frame += 1) bits.takeSigned()
}

function bitReader(bytes: Buffer) {
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
