import { expect, test } from 'vitest'
import { type AvcConfig, readAvcConfig } from './avc-config.server.ts'
import { repairFrame } from './repair-frame.server.ts'

const SPS = Buffer.from('6742c01fd9005005bb0110000003001000000303c8f1832480', 'hex')
const PPS = Buffer.from('68cb83cb20', 'hex')
const SLICE = Buffer.of(0x65, 0x65, 1, 2)
const FIREFOX = `0142c01f0301001a67${SPS.toString('hex')}01000668${PPS.toString('hex')}`
const config = readAvcConfig(Buffer.from(FIREFOX, 'hex')) as AvcConfig

const doubled = (unit: Buffer) => Buffer.concat([unit.subarray(0, 1), unit])
const frameOf = (...units: Buffer[]) =>
  Buffer.concat(units.flatMap((unit) => [Buffer.of(0, 0, 0, unit.length), unit]))

test.each([
  ['no parameter sets', frameOf(SLICE), frameOf(SLICE)],
  ['parameter sets as they should be', frameOf(SPS, PPS, SLICE), frameOf(SPS, PPS, SLICE)],
  ['doubled headers', frameOf(doubled(SPS), doubled(PPS), SLICE), frameOf(SLICE)],
  ['doubled headers between others', frameOf(SLICE, doubled(PPS), SLICE), frameOf(SLICE, SLICE)],
  ['nothing', Buffer.alloc(0), Buffer.alloc(0)],
  ['a unit that is cut off', frameOf(SLICE).subarray(0, 6), frameOf(SLICE).subarray(0, 6)],
])('a frame with %s', (_, frame, repaired) => {
  expect(repairFrame(frame, config)).toEqual(repaired)
})

test('a publisher whose settings were right is left alone', () => {
  const frame = frameOf(doubled(SPS), SLICE)
  expect(repairFrame(frame, { ...config, isRepaired: false })).toBe(frame)
})
