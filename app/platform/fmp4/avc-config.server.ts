import { u8, u16 } from '../bytes.server.ts'
import { readH264Bits } from './h264-bits.server.ts'
import { HIGH_PROFILES, hasUnitType, readSps, type Sps } from './h264-sps.server.ts'
import type { VideoTrack } from './init-segment.server.ts'

/** `avcC` is as it should be; `isRepaired` when it came otherwise. */
export type AvcConfig = VideoTrack & { sps: Sps; parameterSets: Buffer[]; isRepaired: boolean }

const PPS = 8
const HEADER_BYTES = 6
const EXTENSION_BYTES = 4
const MAX_BYTES = 4_096
const MAX_PPS_ID = 255
/** These bits are always set. */
const RESERVED_BEFORE_LENGTH = 0xfc
const RESERVED_BEFORE_COUNT = 0xe0

/**
 * Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1); undefined when it cannot be right. Two faults of
 * Firefox have only one meaning, and are repaired: it leaves out the reserved bits, and doubles the header of each unit.
 */
export function readAvcConfig(record: Buffer): AvcConfig | undefined {
  if (record.length < HEADER_BYTES || record.length > MAX_BYTES || record[0] !== 1) return undefined
  const length = withReservedBits(record[4] ?? 0, RESERVED_BEFORE_LENGTH)
  const count = withReservedBits(record[5] ?? 0, RESERVED_BEFORE_COUNT)
  if (length === undefined || (length & 3) === 2 || count === undefined) return undefined
  const spsList = readUnits(record, HEADER_BYTES, count & 0x1f)
  const ppsList = spsList && readUnits(record, spsList.end + 1, record[spsList.end] ?? 0)
  if (spsList === undefined || ppsList === undefined) return undefined
  const spsUnits = spsList.units.map((unit) => repairUnit(unit, (one) => isDescribedBy(record, one)))
  const all = spsUnits.flatMap((unit) => (unit && readSps(unit)) ?? [])
  const ppsUnits = ppsList.units.map((unit) => repairUnit(unit, (one) => isPpsFor(all, one)))
  const [sps] = all
  const extension = record.subarray(ppsList.end)
  if (sps === undefined || all.length < spsUnits.length || !isExtension(extension, sps)) return undefined
  if (!areWhole(spsUnits) || !areWhole(ppsUnits)) return undefined
  const sets = [u8(count), ...encodeUnits(spsUnits), u8(ppsUnits.length), ...encodeUnits(ppsUnits)]
  const avcC = Buffer.concat([record.subarray(0, 4), u8(length), ...sets, extension])
  const parameterSets = [...spsUnits, ...ppsUnits]
  return { avcC, size: sps.size, sps, parameterSets, isRepaired: !avcC.equals(record) }
}

/** Undefined when only some of the bits are set. */
function withReservedBits(byte: number, reserved: number): number | undefined {
  const found = byte & reserved
  return found === reserved || found === 0 ? byte | reserved : undefined
}

/** Each unit follows its length, of 16 bits. There has to be one. */
function readUnits(record: Buffer, start: number, count: number) {
  const units: Buffer[] = []
  let end = start
  for (let place = 0; place < count; place += 1) {
    if (end + 2 > record.length) return undefined
    const unit = record.subarray(end + 2, end + 2 + record.readUInt16BE(end))
    end += 2 + record.readUInt16BE(end)
    units.push(unit)
  }
  return count === 0 || end > record.length ? undefined : { units, end }
}

function repairUnit(unit: Buffer, isRight: (unit: Buffer) => boolean): Buffer | undefined {
  if (isRight(unit)) return unit
  const repaired = unit[0] === unit[1] ? unit.subarray(1) : undefined
  return repaired && isRight(repaired) ? repaired : undefined
}

/** The record repeats the profile and the level. */
function isDescribedBy(record: Buffer, sps: Buffer): boolean {
  return sps[1] === record[1] && sps[3] === record[3] && readSps(sps) !== undefined
}

function isPpsFor(all: Sps[], unit: Buffer): boolean {
  const bits = readH264Bits(unit)
  const id = bits.takeUnsigned()
  const spsId = bits.takeUnsigned()
  const isOfOne = all.some((sps) => sps.id === spsId)
  return hasUnitType(unit, PPS) && id <= MAX_PPS_ID && isOfOne && !bits.isOver()
}

/** High profiles may repeat their colours at the end. */
function isExtension(bytes: Buffer, { profile, chroma }: Sps): boolean {
  if (bytes.length === 0) return true
  const [format = 0, , , count = 0] = bytes
  if (!HIGH_PROFILES.has(profile) || bytes.length < EXTENSION_BYTES || (format & 3) !== chroma) return false
  return count === 0
    ? bytes.length === EXTENSION_BYTES
    : readUnits(bytes, EXTENSION_BYTES, count)?.end === bytes.length
}

function areWhole(units: (Buffer | undefined)[]): units is Buffer[] {
  return !units.includes(undefined)
}

function encodeUnits(units: Buffer[]): Buffer[] {
  return units.flatMap((unit) => [u16(unit.length), unit])
}
