import { expect, test } from 'vitest'
import { parseAudioTag, parseVideoTag } from '../../ingest/flv-tag.server.ts'
import { PICTURE, SOUND } from '../contract.ts'
import { pictureFrame, pictureSettings, soundFrame, soundSettings } from './frame-message.ts'

const DATA = Uint8Array.of(1, 2, 3)
const TIME_MS = 70_000.4

test.each([
  ['settings', pictureSettings(DATA, TIME_MS), { kind: 'config', avcC: DATA }],
  [
    'a key frame',
    pictureFrame(DATA, true, TIME_MS),
    { kind: 'frame', isKey: true, compositionMs: 0, data: DATA },
  ],
  ['another', pictureFrame(DATA.buffer, false, TIME_MS), { isKey: false, data: DATA }],
])('pictures are read as they were written: %s', (_, message, expected) => {
  const bytes = Buffer.from(message)
  expect([bytes[0], bytes.readUInt32BE(1)]).toEqual([PICTURE, 70_000])
  expect(plain(parseVideoTag(bytes.subarray(5)))).toMatchObject(expected)
})

test.each([
  ['AAC settings', soundSettings('aac', DATA, TIME_MS), { kind: 'config', codec: 'aac', settings: DATA }],
  ['an AAC frame', soundFrame('aac', DATA, TIME_MS), { kind: 'frame', data: DATA }],
  ['Opus settings', soundSettings('opus', DATA, TIME_MS), { kind: 'config', codec: 'opus', settings: DATA }],
  ['an Opus frame', soundFrame('opus', DATA, TIME_MS), { kind: 'frame', data: DATA }],
])('sound is read as it was written: %s', (_, message, expected) => {
  const bytes = Buffer.from(message)
  expect([bytes[0], bytes.readUInt32BE(1)]).toEqual([SOUND, 70_000])
  expect(plain(parseAudioTag(bytes.subarray(5)))).toMatchObject(expected)
})

/** With bytes instead of Node's buffers. */
function plain(tag: object | undefined): object {
  const entries = Object.entries(tag ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Buffer.isBuffer(value) ? Uint8Array.from(value) : value]),
  )
}
