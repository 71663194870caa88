import { beforeEach, expect, test } from 'vitest'
import { parseAudioTag, parseVideoTag, parseVideoTracks } from '../../ingest/flv-tag.server.ts'
import { AUDIO, VIDEO } from '../contract.ts'
import { createFrameSender, type FrameSender } from './frame-sender.ts'

const STARTED_AT_MS = 10_000
const KEY_FRAME = 0x17
const FRAME = 0x27
const AAC = 0xaf
let sent: [type: number, timeMs: number, tag: number][]
let frames: FrameSender

beforeEach(() => {
  sent = []
  frames = createFrameSender((message) => {
    const bytes = Buffer.from(message)
    sent.push([bytes.readUInt8(0), bytes.readUInt32BE(1), bytes.readUInt8(5)])
  }, STARTED_AT_MS)
})

const sendFrame = (isKey: boolean, timeMs: number) => frames.video.frame(new Uint8Array(3), isKey, timeMs)

test('video starts with a key frame, and each key frame follows its settings', () => {
  frames.video.settings(new Uint8Array(4))
  sendFrame(false, STARTED_AT_MS)
  sendFrame(true, STARTED_AT_MS + 40)
  sendFrame(false, STARTED_AT_MS + 80)
  expect(sent).toEqual([
    [VIDEO, 40, KEY_FRAME],
    [VIDEO, 40, KEY_FRAME],
    [VIDEO, 80, FRAME],
  ])
})

test('frames are skipped on demand, and up to the next key frame', () => {
  sendFrame(true, STARTED_AT_MS)
  frames.setSkipping(true)
  sendFrame(true, STARTED_AT_MS + 40)
  frames.setSkipping(false)
  frames.awaitKeyFrame()
  sendFrame(false, STARTED_AT_MS + 80)
  sendFrame(true, STARTED_AT_MS + 120)
  expect(sent.map(([, timeMs]) => timeMs)).toEqual([0, 120])
})

test('a frame captured before the start has the time zero', () => {
  sendFrame(true, STARTED_AT_MS - 5)
  expect(sent).toEqual([[VIDEO, 0, KEY_FRAME]])
})

test('audio settings are repeated until the audio is dropped', () => {
  frames.repeatAudioSettings(STARTED_AT_MS)
  expect(sent).toEqual([])
  frames.openAudio('aac').settings(new Uint8Array(2), STARTED_AT_MS)
  frames.repeatAudioSettings(STARTED_AT_MS + 500)
  expect(sent).toEqual([
    [AUDIO, 0, AAC],
    [AUDIO, 500, AAC],
  ])
  expect(frames.audioCodec()).toBe('aac')
  frames.dropAudio()
  frames.repeatAudioSettings(STARTED_AT_MS + 900)
  expect([sent.length, frames.audioCodec()]).toEqual([2, undefined])
})

const DATA = Uint8Array.of(1, 2, 3)
const TIME_MS = 70_000.4

/** What `use` sends. */
function messagesOf(use: (sender: FrameSender) => void): Buffer[] {
  const messages: Buffer[] = []
  use(createFrameSender((message) => messages.push(Buffer.from(message)), 0))
  return messages
}

test('the server reads video messages as the browser wrote them', () => {
  const messages = messagesOf(({ video }) => {
    video.settings(DATA)
    video.frame(DATA, true, TIME_MS)
    video.frame(DATA, false, TIME_MS)
  })
  for (const bytes of messages) expect([bytes[0], bytes.readUInt32BE(1)]).toEqual([VIDEO, 70_000])
  expect(messages.map((bytes) => plain(parseVideoTag(bytes.subarray(5))))).toEqual([
    { kind: 'config', avcC: DATA },
    { kind: 'frame', isKey: true, compositionMs: 0, data: DATA },
    { kind: 'frame', isKey: false, compositionMs: 0, data: DATA },
  ])
})

test.each(['aac', 'opus'] as const)('the server reads %s messages as the browser wrote them', (codec) => {
  const messages = messagesOf(({ openAudio }) => {
    const audio = openAudio(codec)
    audio.settings(DATA, TIME_MS)
    audio.frame(DATA, TIME_MS)
  })
  for (const bytes of messages) expect([bytes[0], bytes.readUInt32BE(1)]).toEqual([AUDIO, 70_000])
  expect(messages.map((bytes) => plain(parseAudioTag(bytes.subarray(5))))).toEqual([
    { kind: 'config', codec, settings: DATA },
    { kind: 'frame', data: DATA },
  ])
})

/** Replaces Node's buffers with plain bytes. */
function plain(tag: object | undefined): object {
  const entries = Object.entries(tag ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Buffer.isBuffer(value) ? Uint8Array.from(value) : value]),
  )
}

const LOWER_SETTINGS = Uint8Array.of(9)

/** The tracks and kinds of what `use` sends, as the server reads them. */
function tracksOf(use: (sender: FrameSender) => void): string[] {
  return messagesOf((sender) => {
    sender.video.settings(DATA)
    use(sender)
  })
    .flatMap((bytes) => parseVideoTracks(bytes.subarray(5)))
    .map(({ track, tag }) => `${track} ${tag.kind}${tag.kind === 'frame' && tag.isKey ? ' key' : ''}`)
}

test('a lower quality is announced before the key frame of the first, whichever is encoded earlier', () => {
  const lowerFirst = tracksOf(({ video, lower }) => {
    lower.settings(LOWER_SETTINGS)
    lower.frame(DATA, true, 40)
    video.frame(DATA, true, 40)
    lower.frame(DATA, false, 80)
  })
  expect(lowerFirst).toEqual(['1 config', '1 frame key', '1 config', '0 config', '0 frame key', '1 frame'])
  const lowerLast = tracksOf(({ video, lower }) => {
    video.frame(DATA, true, 40)
    lower.settings(LOWER_SETTINGS)
    lower.frame(DATA, true, 40)
    lower.frame(DATA, false, 80)
    video.frame(DATA, true, 2_040)
    lower.frame(DATA, true, 2_040)
  })
  expect(lowerLast).toEqual(['0 config', '0 frame key', '1 config', '0 config', '0 frame key', '1 frame key'])
})

test('a lower quality is announced again after a new connection, and never after its end', () => {
  const sentTracks = tracksOf(({ video, lower, awaitKeyFrame }) => {
    lower.settings(LOWER_SETTINGS)
    video.frame(DATA, true, 40)
    awaitKeyFrame()
    lower.frame(DATA, false, 80)
    video.frame(DATA, true, 120)
    lower.end()
    lower.frame(DATA, true, 120)
    video.frame(DATA, true, 160)
  })
  const keyFrame = ['0 config', '0 frame key']
  expect(sentTracks).toEqual(['1 config', ...keyFrame, '1 config', ...keyFrame, '1 end', ...keyFrame])
})

test('a lower quality whose key frame came before the connection waits for the next one', () => {
  const sentTracks = tracksOf(({ video, lower, awaitKeyFrame }) => {
    lower.settings(LOWER_SETTINGS)
    lower.frame(DATA, true, 40)
    awaitKeyFrame()
    video.frame(DATA, true, 40)
    lower.frame(DATA, false, 80)
    video.frame(DATA, true, 120)
    lower.frame(DATA, true, 120)
  })
  const before = ['1 config', '1 frame key']
  expect(sentTracks).toEqual([
    ...before,
    '0 config',
    '0 frame key',
    '1 config',
    '0 config',
    '0 frame key',
    '1 frame key',
  ])
})
