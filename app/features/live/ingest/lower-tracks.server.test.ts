import { beforeEach, expect, test } from 'vitest'
import { readFixture } from '../../../../tests/support/video/flv-fixture.ts'
import { readSegment } from '../../../../tests/support/video/mp4-boxes.ts'
import { asTrack } from '../../../../tests/support/video/multitrack.ts'
import { FIRST as first, SECOND as other } from '../../../../tests/support/video/two-qualities.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { encodeIndexPlaylist } from '../packaging/index-playlist.server.ts'
import { createHlsStream, type HlsStream } from './hls-stream.server.ts'
import { receiveStream } from './receive-stream.server.ts'

const FRAMES = 100
const LENGTH_MS = 4_000
/** Of the second key frame. */
const KEY_FRAME_MS = 2_021
const END = 2

let hls: HlsStream
let news: string[]
let now: number
const clock = { now: () => now }

beforeEach(() => {
  news = []
  now = 1_000_000
  hls = createHlsStream(clock, () => {}, {
    onDrop: (track, reason) => news.push(`dropped ${track}: ${reason}`),
    onReturn: (track) => news.push(`back ${track}`),
    onLeaveOut: (track, reason) => news.push(`left out ${track}: ${reason}`),
  })
})

/** `lateMs` is how much later the other quality comes in. */
function interleave(lower: RtmpMessage[], lateMs = 0, leading = first): RtmpMessage[] {
  const [settings, ...frames] = lower
  const arriving = [
    ...leading.map((message) => ({ message, at: message.timestamp })),
    ...frames.map((message) => ({ message, at: message.timestamp + lateMs })),
  ]
  const sorted = arriving.sort((one, two) => one.at - two.at).map(({ message }) => message)
  return settings ? [settings, ...sorted] : sorted
}

function send(messages: RtmpMessage[]) {
  const receiver = receiveStream(hls, clock)
  const startedAt = now
  for (const message of messages) {
    now = startedAt + message.timestamp
    receiver.receive(message)
  }
  return receiver
}

const epoch = () => {
  const found = hls.epoch()
  if (found === undefined) throw new Error('nothing has been sent')
  return found
}
const index = () => encodeIndexPlaylist(epoch())

function playlist(suffix: string): string {
  return hls.rendition(`${epoch().id}${suffix}`)?.playlist().toString() ?? ''
}

function runs(suffix: string, trackId: number) {
  const names = playlist(suffix).match(/^\d+\.m4s$/gm) ?? []
  const window = hls.rendition(`${epoch().id}${suffix}`)
  return names
    .flatMap((name) => readSegment(window?.file(name) ?? Buffer.alloc(0)))
    .filter((run) => run.trackId === trackId)
}

const timesOf = (text: string) => text.match(/^#EXT(INF|-X-PART:|-X-PROGRAM-DATE-TIME).*$/gm)

test.each([
  ['at the same time', 0],
  ['a second later', 1_000],
  ['a little earlier', -60],
])('a second quality that comes %s is cut into the same parts, with the same audio', (_, lateMs) => {
  send(interleave(asTrack(1, other), lateMs)).end()
  expect(news).toEqual([])
  expect(index()).toMatch(/FRAME-RATE=25\.000,RESOLUTION=256x144,CODECS="avc1\.\w+,mp4a\.40\.2"/)
  expect(index()).toMatch(/FRAME-RATE=25\.000,RESOLUTION=320x180,CODECS="avc1\.\w+,mp4a\.40\.2"/)
  expect(timesOf(playlist('-1'))).toEqual(timesOf(playlist('')))
  expect(playlist('-1').match(/INDEPENDENT=YES/g)).toEqual(playlist('').match(/INDEPENDENT=YES/g))
  expect(runs('-1', 1).reduce((sum, { samples }) => sum + samples, 0)).toBe(FRAMES)
  expect(runs('-1', 1).map(({ start }) => start)).toEqual(runs('', 1).map(({ start }) => start))
  expect(runs('-1', 2)).toEqual(runs('', 2))
})

test('the audio alone is a rendition of the same parts', () => {
  send(first).end()
  const [, audio = ''] = index().split('#EXT-X-STREAM-INF:').slice(1)
  expect(audio).toMatch(/^BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="mp4a\.40\.2",CLOSED-CAPTIONS=NONE\n/)
  expect(playlist('-audio').match(/#EXTINF.*/g)).toEqual(playlist('').match(/#EXTINF.*/g))
  expect(runs('-audio', 1)).toEqual([])
  expect(runs('-audio', 2)).toEqual(runs('', 2))
  expect(playlist('')).toContain(`#EXT-X-RENDITION-REPORT:URI="../${epoch().id}-audio/media.m3u8",LAST-MSN=`)
})

test('a stream without audio and with one quality has one rendition', () => {
  send(readFixture('silent')).end()
  expect(index().match(/STREAM-INF/g)).toHaveLength(1)
  expect(playlist('')).not.toContain('RENDITION-REPORT')
})

test.each([
  [
    'has its key frames at other times',
    asTrack(1, other).map((message) => ({ ...message, timestamp: message.timestamp + 250 })),
    'dropped 1: Its key frames are not at the times of the first quality.',
  ],
  [
    'stops',
    asTrack(1, other).filter(({ timestamp }) => timestamp < 400),
    'dropped 1: It is more than 3 seconds behind the first quality.',
  ],
  [
    'has settings that cannot be read',
    asTrack(1, [{ ...(other[0] as RtmpMessage), payload: Buffer.of(0x17, 0, 0, 0, 0, 7) }]),
    'left out 1: The settings of the H.264 video cannot be read.',
  ],
  ['is HEVC', asTrack(1, other.slice(0, 5), 'hvc1'), 'left out 1: It is HEVC, and viewers get H.264.'],
])('viewers do not get a second quality that %s, and the first goes on', (_, lower, line) => {
  send(interleave(lower)).end()
  expect(news).toEqual([line])
  expect(index()).not.toContain('320x180')
  expect(runs('', 1).reduce((sum, { samples }) => sum + samples, 0)).toBe(FRAMES)
  expect(hls.epoch()?.window.isEnded()).toBe(false)
})

/** Again and again, without a break. */
function repeat(messages: RtmpMessage[], times: number): RtmpMessage[] {
  return Array.from({ length: times }, (_, round) =>
    messages.map((message) => ({ ...message, timestamp: message.timestamp + round * LENGTH_MS })),
  ).flat()
}

test.each([
  ['at the same time', 0],
  ['a second later', 1_000],
])('a second quality that lacks a key frame and comes %s is back at the next one', (_, lateMs) => {
  const [settings, ...frames] = asTrack(1, other)
  const isSecondKey = ({ timestamp }: RtmpMessage) => timestamp === KEY_FRAME_MS
  expect(frames.filter(isSecondKey)).toHaveLength(1)
  const lower = repeat(frames, 2).filter((message) => !isSecondKey(message))
  const first8s = repeat(first, 2)
  send(interleave([settings as RtmpMessage, ...lower], lateMs, first8s)).end()
  expect(news).toEqual(['dropped 1: Its key frames are not at the times of the first quality.', 'back 1'])
  expect(index()).toContain('320x180')
  expect(timesOf(playlist('-1'))).toEqual(timesOf(playlist('')))
  expect(runs('-1', 1).map(({ start }) => start)).toEqual(runs('', 1).map(({ start }) => start))
})

test('a second quality whose key frames stay at other times does not come back', () => {
  const lower = asTrack(1, other).map((message) => ({ ...message, timestamp: message.timestamp + 250 }))
  const [settings, ...frames] = lower
  send(interleave([settings as RtmpMessage, ...repeat(frames, 3)], 0, repeat(first, 3))).end()
  expect(news).toEqual(['dropped 1: Its key frames are not at the times of the first quality.'])
})

test('a second quality that lacks the frames of whole parts shows its last frame longer', () => {
  const isMissing = ({ timestamp }: RtmpMessage) => timestamp > 600 && timestamp < 1_500
  const lower = asTrack(1, other).filter((message) => !isMissing(message))
  send(interleave(lower)).end()
  expect(news).toEqual([])
  const sent = runs('-1', 1)
  expect(sent.reduce((sum, { samples }) => sum + samples, 0)).toBe(FRAMES - other.filter(isMissing).length)
  expect(playlist('-1').match(/#EXTINF.*/g)).toEqual(playlist('').match(/#EXTINF.*/g))
})

test('a publisher may end its second quality; viewers of it are sent to the others', () => {
  const lower = asTrack(1, other).filter(({ timestamp }) => timestamp <= 2_500)
  const end = { ...(lower.at(-1) as RtmpMessage), payload: asTrack(1, [endOf(other)])[0]?.payload as Buffer }
  send(interleave([...lower, end])).end()
  expect(news).toEqual([])
  expect(playlist('-1')).toContain('#EXT-X-ENDLIST')
  expect(playlist('')).not.toContain(`${epoch().id}-1/`)
  expect(index()).not.toContain('320x180')
})

function endOf([message]: RtmpMessage[]): RtmpMessage {
  return { ...(message as RtmpMessage), payload: Buffer.of(0x17, 2, 0, 0, 0) }
}

test('a second quality that comes later begins with a new epoch, at the next key frame', () => {
  const [settings, ...frames] = asTrack(1, other)
  const before = first.filter(({ timestamp }) => timestamp < 2_000)
  const after = interleave([settings as RtmpMessage, ...frames.filter(({ timestamp }) => timestamp >= 2_000)])
  const receiver = send(before)
  const { id } = epoch()
  for (const message of after) if (!before.includes(message)) receiver.receive(message)
  receiver.end()
  expect(epoch().id).not.toBe(id)
  expect(index()).toContain('320x180')
  expect(runs('-1', 1).map(({ start }) => start)).toEqual(runs('', 1).map(({ start }) => start))
})

test('with the same qualities a publisher that reconnects continues the epoch', () => {
  send(interleave(asTrack(1, other))).end()
  const { id } = epoch()
  send(interleave(asTrack(1, other))).end()
  expect(epoch().id).toBe(id)
  expect(news).toEqual([])
  expect(runs('-1', 1).reduce((sum, { samples }) => sum + samples, 0)).toBe(2 * FRAMES)
  send(first).end()
  expect(epoch().id).not.toBe(id)
})

test('a longer target duration keeps all qualities, from the last key frame on', () => {
  const long = readFixture('keyframes-8s')
  const lower = asTrack(
    1,
    long.filter(({ type, payload }) => type === VIDEO && payload[1] !== END),
  )
  const isSettings = (message: RtmpMessage) => message === lower[0]
  const all = [...long, ...lower].sort((one, two) => one.timestamp - two.timestamp)
  send([...lower.slice(0, 1), ...all.filter((message) => !isSettings(message))]).end()
  expect(news).toEqual([])
  expect(epoch().targetS).toBe(10)
  expect(runs('-1', 1)).toEqual(runs('', 1))
})

test('a fifth quality is left out', () => {
  const settings = [1, 2, 3, 4].flatMap((track) => asTrack(track, other.slice(0, 1)))
  send([...settings, ...first]).end()
  expect(news[0]).toBe('left out 4: There are four qualities already.')
})

test('the bytes of all qualities count', () => {
  const large = Buffer.alloc(1_000_000)
  const lower = asTrack(1, other)
  const enlarged = lower.map((message, place) =>
    place === 0 ? message : { ...message, payload: Buffer.concat([message.payload, large]) },
  )
  send(interleave(enlarged.slice(0, 40))).end()
  expect(() => send(interleave(enlarged))).toThrow('That is more than 20 Mbit/s')
})
