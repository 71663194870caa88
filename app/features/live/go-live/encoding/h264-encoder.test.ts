import { expect, test } from 'vitest'
import { h264Config } from './h264-encoder.ts'

test.each([
  ['landscape', 1280, 720, 'avc1.42e01f'],
  ['portrait', 720, 1280, 'avc1.42e01f'],
  ['more pixels than level 3.1 allows', 1282, 720, 'avc1.42e028'],
  ['full HD', 1920, 1080, 'avc1.42e028'],
])('%s, %i × %i, is encoded as %s', (_, width, height, codec) => {
  expect(h264Config({ width, height }, 1_000_000)).toMatchObject({ codec, width, height, bitrate: 1_000_000 })
})

test('odd lengths are rounded down to even ones', () => {
  expect(h264Config({ width: 641, height: 479 }, 1)).toMatchObject({ width: 640, height: 478 })
})

test.each([
  [0, 0],
  [1, 720],
  [1280, 1],
])('a video of %i × %i cannot be encoded', (width, height) => {
  expect(h264Config({ width, height }, 1)).toBeUndefined()
})
