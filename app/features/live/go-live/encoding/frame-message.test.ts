import { expect, test } from 'vitest'
import { parseAudioTag, parseVideoTag } from '../../ingest/flv-tag.server.ts'
import { AUDIO, VIDEO } from '../contract.ts'
import { audioFrame, audioSettings, videoFrame, videoSettings } from './frame-message.ts'

const DATA = Uint8Array.of(1, 2, 3)
const TIME_MS = 70_000.4

test.each([
  ['settings', videoSettings(DATA, TIME_MS), { kind: 'config', avcC: DATA }],
  [
    'a key frame',
    videoFrame(DATA, true, TIME_MS),
    { kind: 'frame', isKey: true, compositionMs: 0, data: DATA },
  ],
  ['another', videoFrame(DATA.buffer, false, TIME_MS), { isKey: false, data: DATA }],
])('the server reads video messages as the browser wrote them: %s', (_, message, expected) => {
  const bytes = Buffer.from(message)
  expect([bytes[0], bytes.readUInt32BE(1)]).toEqual([VIDEO, 70_000])
  expect(plain(parseVideoTag(bytes.subarray(5)))).toMatchObject(expected)
})

test.each([
  ['AAC settings', audioSettings('aac', DATA, TIME_MS), { kind: 'config', codec: 'aac', settings: DATA }],
  ['an AAC frame', audioFrame('aac', DATA, TIME_MS), { kind: 'frame', data: DATA }],
  ['Opus settings', audioSettings('opus', DATA, TIME_MS), { kind: 'config', codec: 'opus', settings: DATA }],
  ['an Opus frame', audioFrame('opus', DATA, TIME_MS), { kind: 'frame', data: DATA }],
])('the server reads audio messages as the browser wrote them: %s', (_, message, expected) => {
  const bytes = Buffer.from(message)
  expect([bytes[0], bytes.readUInt32BE(1)]).toEqual([AUDIO, 70_000])
  expect(plain(parseAudioTag(bytes.subarray(5)))).toMatchObject(expected)
})

/** Replaces Node's buffers with plain bytes. */
function plain(tag: object | undefined): object {
  const entries = Object.entries(tag ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Buffer.isBuffer(value) ? Uint8Array.from(value) : value]),
  )
}
