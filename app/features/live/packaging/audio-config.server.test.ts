import { expect, test } from 'vitest'
import { readOpusConfig } from './audio-config.server.ts'

const head = (channels: number, family = 0) =>
  Buffer.concat([Buffer.from('OpusHead'), Buffer.of(1, channels, 56, 1, 128, 187, 0, 0, 0, 0, family)])

test('one channel or two, decoded at 48 kHz', () => {
  expect(readOpusConfig(head(2))).toMatchObject({ codecName: 'opus', sampleRate: 48_000, channels: 2 })
  expect(readOpusConfig(head(1))).toMatchObject({ channels: 1 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['cut off', head(1).subarray(0, 18)],
  ['something else', Buffer.alloc(19)],
  ['no channels', head(0)],
  ['surround', head(6, 1)],
])('rejected: %s', (_, bytes) => {
  expect(readOpusConfig(bytes)).toBeUndefined()
})

/** The first byte: the configuration in the upper five bits, the number of frames in the lowest two. */
test.each([
  ['20 ms of speech', [1 << 3], 960],
  ['60 ms of speech', [3 << 3], 2_880],
  ['20 ms of both', [13 << 3], 960],
  ['2.5 ms of music', [16 << 3], 120],
  ['20 ms of music', [31 << 3], 960],
  ['twice 20 ms', [(31 << 3) | 1], 1_920],
  ['three times 20 ms, counted', [(31 << 3) | 3, 3], 2_880],
  ['no frame, counted', [(31 << 3) | 3, 0], 0],
  ['more than there may be', [(31 << 3) | 3, 63], 0],
  ['nothing', [], 0],
])('%s', (_, bytes, samples) => {
  expect(readOpusConfig(head(1))?.samplesIn(Buffer.from(bytes))).toBe(samples)
})
