import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAudioTag, parseVideoTag, parseVideoTracks } from './flv-tag.server.ts'

const DATA = Buffer.of(1, 2, 3)
const named = (first: number, name: string, ...rest: number[]) =>
  Buffer.concat([Buffer.of(first), Buffer.from(name), Buffer.from(rest), DATA])
const tag = (...head: number[]) => Buffer.concat([Buffer.from(head), DATA])

test.each([
  ['the settings of the decoder', tag(0x17, 0, 0, 0, 0), { kind: 'config', avcC: DATA }],
  ['a key frame', tag(0x17, 1, 0, 0, 40), { kind: 'frame', isKey: true, compositionMs: 40, data: DATA }],
  [
    'another frame',
    tag(0x27, 1, 0xff, 0xff, 0xd8),
    { kind: 'frame', isKey: false, compositionMs: -40, data: DATA },
  ],
  ['the end of a sequence', tag(0x17, 2, 0, 0, 0), { kind: 'end' }],
  ['HEVC by its number', tag(0x1c, 0, 0, 0, 0), { kind: 'unsupported', codec: 'HEVC' }],
  [
    'HEVC by its name',
    Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1')]),
    { kind: 'unsupported', codec: 'HEVC' },
  ],
  ['AV1', Buffer.concat([Buffer.of(0x90), Buffer.from('av01')]), { kind: 'unsupported', codec: 'AV1' }],
  ['H.264 by its name, settings', named(0x90, 'avc1'), { kind: 'config', avcC: DATA }],
  [
    'H.264 by its name, a frame',
    named(0x91, 'avc1', 0, 0, 40),
    { kind: 'frame', isKey: true, compositionMs: 40, data: DATA },
  ],
  [
    'H.264 by its name, a frame without an offset',
    named(0xa3, 'avc1'),
    { kind: 'frame', isKey: false, compositionMs: 0, data: DATA },
  ],
  ['nothing', Buffer.alloc(0), undefined],
  ['a frame that is cut off', Buffer.of(0x17, 1), undefined],
])('video: %s', (_, body, parsed) => {
  expect(parseVideoTag(body)).toEqual(parsed)
})

const letters = (name: string) => [...Buffer.from(name)]

test.each([
  ['no multitrack', tag(0x17, 0, 0, 0, 0), [{ track: 0, tag: { kind: 'config', avcC: DATA } }]],
  [
    'one track, settings',
    tag(0x96, 0x00, ...letters('avc1'), 1),
    [{ track: 1, tag: { kind: 'config', avcC: DATA } }],
  ],
  [
    'one track, another frame',
    tag(0xa6, 0x01, ...letters('avc1'), 2, 0, 0, 40),
    [{ track: 2, tag: { kind: 'frame', isKey: false, compositionMs: 40, data: DATA } }],
  ],
  ['one track, its end', tag(0x96, 0x02, ...letters('avc1'), 1), [{ track: 1, tag: { kind: 'end' } }]],
  ['one track, colours', tag(0x96, 0x04, ...letters('avc1'), 1), []],
  [
    'two tracks',
    Buffer.concat([tag(0x96, 0x13, ...letters('avc1'), 0, 0, 0, 3), tag(1, 0, 0, 3)]),
    [0, 1].map((track) => ({
      track,
      tag: { kind: 'frame', isKey: true, compositionMs: 0, data: DATA },
    })),
  ],
  [
    'two tracks of two codecs',
    Buffer.concat([tag(0x96, 0x20, ...letters('avc1'), 0, 0, 0, 3), tag(...letters('hvc1'), 1, 0, 0, 3)]),
    [
      { track: 0, tag: { kind: 'config', avcC: DATA } },
      { track: 1, tag: { kind: 'unsupported', codec: 'HEVC' } },
    ],
  ],
  ['a track that is cut off', tag(0x96, 0x13, ...letters('avc1'), 0, 0, 0, 9), []],
  ['a kind of multitrack that does not exist', tag(0x96, 0x30, ...letters('avc1'), 0), []],
  ['nothing', Buffer.alloc(0), []],
])('tracks of video: %s', (_, body, parsed) => {
  expect(parseVideoTracks(body)).toEqual(parsed)
})

test('further audio tracks are left out', () => {
  expect(parseAudioTag(tag(0x95, 0x01, ...letters('mp4a'), 1))).toBeUndefined()
})

test.each([
  ['the settings of the decoder', tag(0xaf, 0), { kind: 'config', codec: 'aac', settings: DATA }],
  ['a frame', tag(0xaf, 1), { kind: 'frame', data: DATA }],
  ['AAC by its name, settings', named(0x90, 'mp4a'), { kind: 'config', codec: 'aac', settings: DATA }],
  ['AAC by its name, a frame', named(0x91, 'mp4a'), { kind: 'frame', data: DATA }],
  ['MP3', tag(0x2f), { kind: 'unsupported', codec: 'MP3' }],
  ['Opus, settings', named(0x90, 'Opus'), { kind: 'config', codec: 'opus', settings: DATA }],
  ['Opus, a frame', named(0x91, 'Opus'), { kind: 'frame', data: DATA }],
  ['FLAC', named(0x90, 'fLaC'), { kind: 'unsupported', codec: 'an unknown codec' }],
  ['nothing', Buffer.alloc(0), undefined],
])('audio: %s', (_, body, parsed) => {
  expect(parseAudioTag(body)).toEqual(parsed)
})

test('10,000 random bodies are read or not, and never throw', () => {
  const reads = fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
    parseVideoTracks(Buffer.from(bytes))
    parseAudioTag(Buffer.from(bytes))
  })
  fc.assert(reads, { numRuns: 10_000 })
})
