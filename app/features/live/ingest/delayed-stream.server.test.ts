import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../../../tests/support/database/test-database.ts'
import { heldBytes } from '../../../../tests/support/site/held-memory.ts'
import { until } from '../../../../tests/support/until.ts'
import { readFixture } from '../../../../tests/support/video/flv-fixture.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { createIngestStream, type IngestStream } from './ingest-stream.server.ts'
import { type Connection, PublishRejected, StreamStopped } from './publisher.server.ts'

const DELAY_MS = 10_000
const POLL_MS = 500
const MEBIBYTE = 1024 * 1024
const recorded = readFixture('b-frames-44100')
const lengthMs = Math.max(...recorded.map(({ timestamp }) => timestamp))
const STARTED_AT = Date.parse('2026-01-01T00:00:00Z')
const hevc = { type: VIDEO, timestamp: 0, streamId: 1, payload: Buffer.from('\x90hvc1', 'latin1') }

const AAC_FRAME = Buffer.of(0xaf, 1)

let now: number
let stream: IngestStream
let rejections: string[]

beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  rejections = []
  stream = createIngestStream({
    npcId: '1',
    clock: { now: () => STARTED_AT + now },
    monotonic: { now: () => now },
    log: silentLog,
    onChange: () => {},
    onRejection: (sentence) => rejections.push(sentence),
  })
})

afterEach(() => {
  stream.close()
  vi.useRealTimers()
})

function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 10) {
    const polls = Math.floor(now / POLL_MS)
    now += Math.min(10, left)
    vi.advanceTimersByTime(Math.min(10, left))
    if (Math.floor(now / POLL_MS) > polls) stream.checkTime()
  }
}

function publish(delayMs = DELAY_MS) {
  const news: string[] = []
  const connection: Connection = {
    address: undefined,
    close: (why) => news.push(`closed: ${why?.message}`),
    onState: ({ state }) => news.push(state),
  }
  return { ...stream.publish('key', connection, delayMs), news }
}

/** The recording, each message at its time. */
function send(receive: (message: RtmpMessage) => void, afterMs = 0): void {
  const startedAt = now
  for (const message of recorded) {
    pass(startedAt + message.timestamp - now)
    receive({ ...message, timestamp: message.timestamp + afterMs })
  }
}

const window = () => stream.hls.epoch()?.window
const partsMade = () => stream.traffic().partIntervals.counts.reduce((sum, count) => sum + count, 0)

test('viewers get nothing before the delay, then all of it, and the playlist names the time it was received', () => {
  const { receive, news } = publish()
  send(receive)
  pass(DELAY_MS - lengthMs - 100)
  expect([stream.state(), window()]).toEqual(['offline', undefined])
  expect(news).toEqual([])
  pass(lengthMs + 200)
  expect(stream.state()).toBe('live')
  expect(news).toEqual(['live'])
  const [, date = ''] = /PROGRAM-DATE-TIME:(.*)/.exec(String(window()?.playlist())) ?? []
  const receivedMs = Date.parse(date) - STARTED_AT
  expect(Math.abs(receivedMs)).toBeLessThan(1_000)
})

test('what viewers could not play is rejected when it comes, not when it is due', () => {
  const { receive } = publish()
  expect(() => receive(hevc)).toThrow('this is HEVC')
  expect(rejections).toEqual([expect.stringContaining('this is HEVC')])
})

test('a publisher that leaves is shown to its last frame, and one that comes back goes on', () => {
  const first = publish()
  send(first.receive)
  first.end()
  expect(stream.publisher()).toBeUndefined()
  pass(500)
  const second = publish()
  send(second.receive, lengthMs + 500)
  pass(DELAY_MS - 2 * lengthMs)
  const epoch = stream.hls.epoch()
  pass(lengthMs + 300)
  expect(stream.state()).toBe('live')
  const parts = partsMade()
  pass(lengthMs)
  expect(partsMade()).toBeGreaterThan(parts)
  expect(stream.hls.epoch()).toBe(epoch)
  expect([first.news, second.news]).toEqual([['closed: undefined'], ['live']])
})

test('a publisher whose video is still held is not dismissed when the stream of the one before it ends', () => {
  const first = publish(30_000)
  send(first.receive)
  first.end()
  pass(25_000)
  const second = publish(30_000)
  send(second.receive, lengthMs)
  pass(26_000 - lengthMs)
  expect(stream.state()).toBe('offline')
  expect(second.news).toEqual([])
  expect(stream.isOver()).toBe(false)
  pass(5_000)
  expect(stream.state()).toBe('live')
  expect(second.news).toEqual(['live'])
})

test('another delay applies from the next publisher on, in a playlist of its own', () => {
  const first = publish(0)
  send(first.receive)
  const old = stream.hls.epoch()
  const second = publish(2_000)
  send(second.receive, lengthMs)
  pass(2_000)
  expect(stream.hls.epoch()).not.toBe(old)
  expect(old?.window.isEnded()).toBe(true)
  expect(stream.traffic().delayMs).toBe(2_000)
})

test('a stop drops what viewers have not seen, and tells the publisher', () => {
  const { receive, news } = publish()
  send(receive)
  stream.stop(new StreamStopped({ by: 'operator', note: 'Because.' }))
  expect(news).toEqual([
    'closed: This stream was stopped by the operators. Because. Only an operator can resume it.',
  ])
  pass(60_000)
  expect([partsMade(), stream.hls.epoch(), stream.isOver()]).toEqual([0, undefined, true])
})

test('a stream at 6 Mbit/s held for 30 s takes its bytes and no more than half as many again', async () => {
  const { receive, end } = publish(30_000)
  const [settings, keyFrame] = recorded.filter(({ type }) => type === VIDEO)
  if (settings && keyFrame) receive(settings)
  const before = heldBytes()
  const frameBytes = 25_000
  let sent = 0
  for (let frame = 0; frame < 30 * 30; frame += 1) {
    now += 33
    const payload = Buffer.alloc(frameBytes, keyFrame?.payload.subarray(0, 5))
    sent += payload.length
    receive({ type: VIDEO, timestamp: frame * 33, streamId: 1, payload })
  }
  expect(heldBytes() - before).toBeGreaterThan(sent * 0.9)
  expect(heldBytes() - before).toBeLessThan(sent * 1.5)
  end()
  stream.stop(new StreamStopped({ by: 'npc', note: '' }))
  vi.useRealTimers()
  await until(() => heldBytes() - before < 4 * MEBIBYTE)
})

test.each([
  ['large', 64 * 1024],
  ['tiny', 2],
])('%s messages are held up to 80 MiB, and rejected in words beyond', (_, size) => {
  const { receive } = publish(30_000)
  const flood = () => {
    for (let sent = 0; sent < 400_000; sent += 1)
      receive({ type: AUDIO, timestamp: 0, streamId: 1, payload: Buffer.alloc(size, AAC_FRAME) })
  }
  expect(flood).toThrow(PublishRejected)
  expect(rejections.at(-1)).toContain('That is more than 20 Mbit/s')
})
