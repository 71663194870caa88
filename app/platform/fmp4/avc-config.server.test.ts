import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAvcConfig } from './avc-config.server.ts'

const SPS = '6742c01fd9005005bb0110000003001000000303c8f1832480'
const PPS = '68cb83cb20'
const BASELINE = `0142c01fffe10019${SPS}010005${PPS}`
const HIGH =
  '01640028ffe1001b67640028acd940780227e5c044000003000400000300f03c60c65801000668ebe3cb22c0fdf8f800'
/** As Firefox 153 writes it: no reserved bits, and the header of each unit twice. */
const FIREFOX = `0142c01f0301001a67${SPS}01000668${PPS}`

const read = (hex: string) => readAvcConfig(Buffer.from(hex, 'hex'))

test.each([
  ['baseline', BASELINE, { width: 1280, height: 720 }],
  ['high, with its extension', HIGH, { width: 1920, height: 1080 }],
  ['high, without its extension', HIGH.slice(0, -8), { width: 1920, height: 1080 }],
  [
    'two picture parameter sets',
    `0142c01fffe10019${SPS}020005${PPS}0005${PPS}`,
    { width: 1280, height: 720 },
  ],
])('read as it is: %s', (_, hex, size) => {
  const config = read(hex)
  expect(config).toMatchObject({ size, isRepaired: false })
  expect(config?.avcC.toString('hex')).toBe(hex)
})

test.each([
  ['the record of Firefox', FIREFOX],
  ['reserved bits before the length left out', BASELINE.replace('ffe1', '03e1')],
  ['reserved bits before the number of sets left out', BASELINE.replace('ffe1', 'ff01')],
  ['one doubled header', `0142c01fffe1001a67${SPS}010005${PPS}`],
])('repaired: %s', (_, hex) => {
  const config = read(hex)
  expect(config).toMatchObject({ size: { width: 1280, height: 720 }, isRepaired: true })
  expect(config?.avcC.toString('hex')).toBe(BASELINE)
})

test.each([
  ['nothing', ''],
  ['a header alone', '0142c01fffe1'],
  ['another version', BASELINE.replace(/^01/, '02')],
  ['lengths of three bytes', BASELINE.replace('ffe1', 'fee1')],
  ['some of the reserved bits before the length', BASELINE.replace('ffe1', '7fe1')],
  ['some of the reserved bits before the number of sets', BASELINE.replace('ffe1', 'ffa1')],
  ['no sequence parameter set', `0142c01fffe0010005${PPS}`],
  ['no picture parameter set', `0142c01fffe10019${SPS}00`],
  ['a sequence parameter set that is cut off', BASELINE.slice(0, 40)],
  ['a picture parameter set that is cut off', BASELINE.slice(0, -2)],
  ['bytes after the end', `${BASELINE}00`],
  ['an extension that no baseline has', `${BASELINE}fdf8f800`],
  ['an extension that is cut off', HIGH.slice(0, -2)],
  ['an extension with bytes after its end', `${HIGH}00`],
  ['an extension with other colours', HIGH.replace('fdf8f800', 'fff8f800')],
  ['another profile than in the set', BASELINE.replace('0142c01f', '014dc01f')],
  ['another level than in the set', BASELINE.replace('0142c01f', '0142c028')],
  ['a profile that does not exist', BASELINE.replaceAll('42c01f', '67c01f')],
  ['a forbidden bit in the sequence parameter set', BASELINE.replace('6742', 'e742')],
  ['another unit instead of the sequence parameter set', BASELINE.replace('6742', '6542')],
  ['a forbidden bit in the picture parameter set', BASELINE.replace('68cb', 'e8cb')],
  ['another unit instead of the picture parameter set', BASELINE.replace('68cb', '65cb')],
  ['a picture parameter set of an unknown sequence', BASELINE.replace('68cb', '68ab')],
  ['a header that is there three times', `0142c01fffe1001b6767${SPS}010005${PPS}`],
])('rejected: %s', (_, hex) => {
  expect(read(hex)).toBeUndefined()
})

test('whatever a publisher sends, a record is read as one that is right and stays the same, or not at all', () => {
  const change = fc.record({ at: fc.nat(), value: fc.nat(255) })
  const records = fc.tuple(fc.constantFrom(BASELINE, HIGH, FIREFOX), fc.array(change, { maxLength: 4 }))
  const holds = fc.property(records, ([hex, changes]) => {
    const bytes = Buffer.from(hex, 'hex')
    for (const { at, value } of changes) bytes[at % bytes.length] = value
    const config = readAvcConfig(bytes)
    if (config === undefined) return
    const { width, height } = config.size
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(16)
    expect(Math.max(width, height)).toBeLessThanOrEqual(Math.min(8_192, 20 * Math.min(width, height)))
    expect(readAvcConfig(config.avcC)).toMatchObject({ avcC: config.avcC, isRepaired: false })
  })
  fc.assert(holds, { numRuns: 5_000 })
})
