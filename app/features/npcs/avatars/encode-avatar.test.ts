import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { silentLog } from '../../../../tests/support/database/test-database.ts'
import { createAvatarEncoder } from './encode-avatar.server.ts'

const encode = createAvatarEncoder({ log: silentLog, timeoutMs: 60_000 })

function picture(width: number, height: number, background = 'red') {
  return sharp({ create: { width, height, channels: 3, background } })
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Black, of one bit per pixel: a few bytes become gigabytes. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a square WebP', async (format) => {
  const outcome = await encode(await picture(900, 300).toFormat(format).toBuffer())
  if (outcome.status !== 'encoded') throw new Error(JSON.stringify(outcome))
  const { width, height, format: kept } = await sharp(outcome.image).metadata()
  expect([width, height, kept]).toEqual([256, 256, 'webp'])
  expect(outcome.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a photo is turned upright and loses what else it says', async () => {
  const half = await picture(200, 400, 'blue').png().toBuffer()
  const photo = await picture(400, 400)
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer()
  const outcome = await encode(photo)
  if (outcome.status !== 'encoded') throw new Error(JSON.stringify(outcome))
  const { exif, xmp, icc, orientation } = await sharp(outcome.image).metadata()
  expect({ exif, xmp, icc, orientation }).toEqual({})
  const { data } = await sharp(outcome.image).raw().toBuffer({ resolveWithObject: true })
  // Upside down, the blue half is on the right.
  expect([Number(data[0]) > 200, Number(data[2]) > 200]).toEqual([true, false])
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

test.each([
  ['an SVG', SVG],
  ['HTML, whatever its name', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\x01\x00\x01\x00'],
  ['a sound in the container of WebP', 'RIFF\x00\x00\x00\x00WAVEfmt '],
  ['nothing', ''],
])('%s is rejected for its format', async (_what, content) => {
  expect(await encode(Buffer.from(content, 'latin1'))).toEqual({ status: 'rejected', reason: 'format' })
})

test('a picture that ends too early, or of which only the start is true, is rejected', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer()
  const broken = { status: 'rejected', reason: 'broken' }
  expect(await encode(whole.subarray(0, whole.length / 2))).toEqual(broken)
  expect(await encode(Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1'))).toEqual(broken)
})

test('a small file that becomes a huge picture is rejected before it does', async () => {
  const small = bomb(30_000)
  expect(small.length).toBeLessThan(200_000)
  expect(await encode(small)).toEqual({ status: 'rejected', reason: 'pixels' })
})

test('a picture that takes too long is given up, and the next one is read', async () => {
  const impatient = createAvatarEncoder({ log: silentLog, timeoutMs: 1 })
  const photo = await picture(300, 300).png().toBuffer()
  expect(await impatient(photo)).toEqual({ status: 'rejected', reason: 'slow' })
  expect((await encode(photo)).status).toBe('encoded')
})

test('one picture is read at a time, three wait, and more are sent away', async () => {
  const photo = await picture(300, 300).png().toBuffer()
  const outcomes = await Promise.all([1, 2, 3, 4, 5, 6].map(() => encode(photo)))
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(4).fill('encoded'), 'busy', 'busy'])
})
