import { expect, test } from 'vitest'
import { repairAvcConfig } from './repair-avc-config.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const SPS = '67 42 c0 1f d9 00 50 05 ba 10 00 00 03 00 10 01 e8 48 00 f1 83 24 80'
const PPS = '68 cb 8c b2'
const GOOD = bytes(`01 42 c0 1f ff e1 00 17 ${SPS} 01 00 04 ${PPS}`)

test('the record of Firefox 153 loses its doubled headers and gets its reserved bits', () => {
  const firefox = bytes(`01 42 c0 1f 03 01 00 18 67 ${SPS} 01 00 05 68 ${PPS}`)
  expect(repairAvcConfig(firefox)).toEqual(GOOD)
})

test('reserved bits are set in a record that lacks nothing else', () => {
  expect(repairAvcConfig(bytes(`01 42 c0 1f 03 01 00 17 ${SPS} 01 00 04 ${PPS}`))).toEqual(GOOD)
})

test.each([
  ['a correct record', GOOD],
  [
    'a picture parameter set that only looks doubled',
    bytes(`01 42 c0 1f ff e1 00 17 ${SPS} 01 00 04 68 68 8c b2`),
  ],
  ['what follows the sets', bytes(`01 64 00 1f ff e1 00 17 ${SPS} 01 00 04 ${PPS} fd f8 f8 00`)],
  ['a record that ends too early', bytes('01 42 c0 1f ff e1 00 18 67 67')],
  ['no record at all', bytes('00 00 00 01 67 42')],
])('%s stays as it is', (_, record) => {
  expect(repairAvcConfig(record)).toEqual(record)
})
