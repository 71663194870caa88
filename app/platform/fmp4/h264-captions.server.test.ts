import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { hasCaptions } from './h264-captions.server.ts'

const CAPTION = Buffer.from([
  6, 4, 14, 0xb5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3, 0xc1, 0xff, 0xfc, 0x94, 0x20, 0xff, 0x80,
])
const OTHER_SEI = Buffer.from([6, 5, 4, 1, 2, 3, 4, 0x80])
const SLICE = Buffer.from([0x65, 1, 2, 3])

function frameOf(...units: Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(unit.length)
      return [length, unit]
    }),
  )
}

test.each([
  ['a slice alone', frameOf(SLICE), false],
  ['other information', frameOf(OTHER_SEI, SLICE), false],
  ['captions', frameOf(CAPTION, SLICE), true],
  ['captions after other information', frameOf(OTHER_SEI, CAPTION, SLICE), true],
  ['nothing', Buffer.alloc(0), false],
])('%s', (_, frame, has) => {
  expect(hasCaptions(frame, 4)).toBe(has)
})

test('10,000 random frames are read without harm', () => {
  const reads = fc.property(
    fc.uint8Array({ maxLength: 100 }),
    fc.integer({ min: 1, max: 4 }),
    (bytes, lengthBytes) => {
      hasCaptions(Buffer.from(bytes), lengthBytes)
    },
  )
  fc.assert(reads, { numRuns: 10_000 })
})

test('of a frame with a million units the first 64 are read: captions come before the slices', () => {
  const empty = (count: number) => Buffer.alloc(count)
  const captions = Buffer.concat([Buffer.of(CAPTION.length), CAPTION])
  expect(hasCaptions(Buffer.concat([empty(63), captions]), 1)).toBe(true)
  expect(hasCaptions(Buffer.concat([empty(64), captions]), 1)).toBe(false)
  const reading = vi.spyOn(Buffer.prototype, 'readUIntBE')
  expect(hasCaptions(empty(4 * 1024 * 1024), 1)).toBe(false)
  expect(reading).toHaveBeenCalledTimes(64)
  reading.mockRestore()
})
