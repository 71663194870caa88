import { type H264Bits, readH264Bits } from './h264-bits.server.ts'

export type FrameSize = { width: number; height: number }
export type Sps = { id: number; profile: number; chroma: number; bitDepth: number; size: FrameSize }

const SPS_TYPE = 7
const YUV_420 = 1
const YUV_422 = 2
const YUV_444 = 3
/** Profiles whose parameter sets also describe colours and scaling. */
export const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const OTHER_PROFILES = new Set([66, 77, 88])
const MIN_SIDE = 16
const MAX_SIDE = 8_192
const MAX_RATIO = 20

/** Reads an H.264 sequence parameter set (ITU-T H.264, 7.3.2.1.1); undefined when it cannot be right. */
export function readSps(unit: Buffer): Sps | undefined {
  const bits = readH264Bits(unit)
  const isValid = createRangeCheck()
  const profile = bits.take(8)
  const isHigh = HIGH_PROFILES.has(profile)
  bits.take(16)
  const id = isValid(bits.takeUnsigned(), 31)
  const { chroma, bitDepth } = isHigh ? readColours(bits, isValid) : { chroma: YUV_420, bitDepth: 8 }
  isValid(bits.takeUnsigned(), 12)
  skipPictureOrder(bits, isValid)
  isValid(bits.takeUnsigned(), 16)
  bits.take(1)
  const size = readSize(bits, chroma)
  const isKnown = isHigh || OTHER_PROFILES.has(profile)
  const canBeRight = isKnown && isValid.holds() && !bits.isOver() && isPossible(size)
  return canBeRight && hasUnitType(unit, SPS_TYPE) ? { id, profile, chroma, bitDepth, size } : undefined
}

/** The first bit of a unit is zero; parameter sets are referred to, so their next two bits are not. */
export function hasUnitType(unit: Buffer, type: number): boolean {
  const header = unit[0] ?? 0
  return (header & 0x9f) === type && (header & 0x60) !== 0
}

/** Returns each value, and remembers whether all were within their limits. */
function createRangeCheck() {
  let holds = true
  const check = (value: number, max: number): number => {
    holds &&= value <= max
    return value
  }
  return Object.assign(check, { holds: () => holds })
}

type RangeCheck = ReturnType<typeof createRangeCheck>

function readColours(bits: H264Bits, isValid: RangeCheck) {
  const chroma = isValid(bits.takeUnsigned(), YUV_444)
  if (chroma === YUV_444) bits.take(1)
  const luma = isValid(bits.takeUnsigned(), 6)
  const bitDepth = 8 + Math.max(luma, isValid(bits.takeUnsigned(), 6))
  bits.take(1)
  const hasScalingLists = bits.take(1) === 1
  const lists = hasScalingLists ? (chroma === YUV_444 ? 12 : 8) : 0
  for (let list = 0; list < lists; list += 1) {
    const isPresent = bits.take(1) === 1
    if (isPresent) skipScalingList(bits, list < 6 ? 16 : 64)
  }
  return { chroma, bitDepth }
}

function skipScalingList(bits: H264Bits, length: number): void {
  let last = 8
  let next = 8
  for (let place = 0; place < length; place += 1) {
    if (next !== 0) next = (last + bits.takeSigned() + 256) % 256
    last = next === 0 ? last : next
  }
}

function skipPictureOrder(bits: H264Bits, isValid: RangeCheck): void {
  const type = isValid(bits.takeUnsigned(), 2)
  if (type === 0) isValid(bits.takeUnsigned(), 12)
  if (type !== 1) return
  bits.take(1)
  bits.takeSigned()
  bits.takeSigned()
  const cycle = isValid(bits.takeUnsigned(), 255)
  for (let frame = 0; frame < Math.min(cycle, 255); frame += 1) bits.takeSigned()
}

function readSize(bits: H264Bits, chroma: number): FrameSize {
  const widthInBlocks = bits.takeUnsigned() + 1
  const heightInUnits = bits.takeUnsigned() + 1
  const fieldsPerFrame = bits.take(1) === 1 ? 1 : 2
  if (fieldsPerFrame === 2) bits.take(1)
  bits.take(1)
  const crop = bits.take(1) === 1 ? Array.from({ length: 4 }, bits.takeUnsigned) : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const stepX = chroma === YUV_420 || chroma === YUV_422 ? 2 : 1
  const stepY = (chroma === YUV_420 ? 2 : 1) * fieldsPerFrame
  return {
    width: widthInBlocks * 16 - (left + right) * stepX,
    height: heightInUnits * 16 * fieldsPerFrame - (top + bottom) * stepY,
  }
}

/** Encoders make no other sizes. */
function isPossible({ width, height }: FrameSize): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= MIN_SIDE && long <= MAX_SIDE && long <= MAX_RATIO * short
}
