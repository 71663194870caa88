import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createFakeSocket } from '../../../../tests/support/video/fake-socket.ts'
import { readFixture } from '../../../../tests/support/video/flv-fixture.ts'
import { readSegment } from '../../../../tests/support/video/mp4-boxes.ts'
import { createPendingConnections } from '../../../platform/rate-limits/pending-connections.server.ts'
import { encodeAmf0 } from '../../../platform/rtmp/amf0.server.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { encodeMessage } from '../../../platform/rtmp/encode-message.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { createRtmpServer } from '../../../platform/rtmp/rtmp-server.server.ts'
import { createHlsStream, type HlsStream } from './hls-stream.server.ts'
import { receiveStream } from './receive-stream.server.ts'

const clock = { now: () => 1_000_000 }
const settings = readFixture('b-frames-44100').filter(({ payload }) => payload[1] === 0)
const KEY_FRAME = Buffer.of(0x17, 1, 0, 0, 0, 0, 0, 0, 1, 0x65)
const OTHER_FRAME = Buffer.of(0x27, 1, 0, 0, 0, 0, 0, 0, 1, 0x41)
const AUDIO_FRAME = Buffer.of(0xaf, 1, 1, 2, 3)

function message(payload: Buffer, timestamp: number): RtmpMessage {
  return { type: payload === AUDIO_FRAME ? AUDIO : VIDEO, timestamp: timestamp >>> 0, streamId: 1, payload }
}

/** Every file that the playlist lists exists and has the listed duration and order. */
function checkWindow(hls: HlsStream): void {
  const window = hls.epoch()?.window
  if (window === undefined) return
  const playlist = window.playlist().toString()
  const valuesOf = (pattern: RegExp) => [...playlist.matchAll(pattern)].map(([, value]) => Number(value))
  const [target = 0] = valuesOf(/TARGETDURATION:(\d+)$/gm)
  const [partTarget = 0] = valuesOf(/PART-TARGET=([\d.]+)$/gm)
  for (const durationS of valuesOf(/EXTINF:([\d.]+),/g))
    expect(Math.round(durationS)).toBeLessThanOrEqual(target)
  for (const durationS of valuesOf(/PART:DURATION=([\d.]+),/g)) {
    expect(durationS).toBeGreaterThan(0)
    expect(durationS).toBeLessThanOrEqual(partTarget + 0.001)
  }
  for (const [, name = ''] of playlist.matchAll(/URI="(\d+\.\d+\.m4s)",INDEPENDENT/g))
    expect(window.file(name)).toBeDefined()
  const names = playlist.match(/^\d+\.m4s$/gm) ?? []
  const runs = names.flatMap((name) => readSegment(window.file(name) ?? Buffer.alloc(0)))
  for (const trackId of [1, 2]) {
    const ofTrack = runs.filter((run) => run.trackId === trackId)
    ofTrack.forEach(({ start, end }, place) => {
      expect(end).toBeGreaterThan(start)
      expect(start).toBeGreaterThanOrEqual(ofTrack[place - 1]?.end ?? 0)
    })
  }
}

const step = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 60 }), weight: 6 },
  fc.constantFrom(10_000, 9_999, -1_000, -999, 0, 5_001, 20_001),
  fc.integer({ min: -15_000, max: 15_000 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
)
const frames = fc.record({
  payload: fc.constantFrom(KEY_FRAME, OTHER_FRAME, OTHER_FRAME, AUDIO_FRAME, AUDIO_FRAME),
  step,
  /** How often it is sent, each time one step later. */
  times: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 })),
})
const stream = fc.record({
  first: fc.oneof(fc.constant(0), fc.constant(2 ** 32 - 3_000), fc.nat()),
  audioLateMs: fc.oneof(fc.constant(0), fc.integer({ min: -12_000, max: 12_000 })),
  parts: fc.array(frames, { maxLength: 25 }),
})

test('whatever the timestamps of a publisher are, nothing throws and the window stays consistent', () => {
  const holds = fc.property(stream, ({ first, audioLateMs, parts }) => {
    const hls = createHlsStream(clock, () => {})
    const receiver = receiveStream(hls, clock)
    for (const one of settings) receiver.receive(one)
    receiver.receive(message(KEY_FRAME, first))
    let timestamp = first
    for (const { payload, step: stepMs, times } of parts)
      for (let sent = 0; sent < times; sent += 1) {
        timestamp += stepMs
        receiver.receive(message(payload, timestamp + (payload === AUDIO_FRAME ? audioLateMs : 0)))
      }
    checkWindow(hls)
    receiver.end()
    receiver.end()
    checkWindow(hls)
  })
  fc.assert(holds, { numRuns: 400 })
})

test('a stream whose audio runs 13 hours ahead in a second is taken by the RTMP server, ended, and taken again', async () => {
  const onTrouble = vi.fn()
  const hls = createHlsStream(clock, () => {})
  const server = createRtmpServer({
    onTrouble,
    pending: createPendingConnections(),
    admit: async () => receiveStream(hls, clock),
  })
  const command = (...values: Parameters<typeof encodeAmf0>) =>
    encodeMessage(3, { type: 20, timestamp: 0, streamId: 0, payload: encodeAmf0(...values) }, 128)

  async function publish(messages: RtmpMessage[]): Promise<boolean> {
    const socket = createFakeSocket('203.0.113.7')
    server.emit('connection', socket)
    socket.push(Buffer.concat([Buffer.of(3), Buffer.alloc(2 * 1536)]))
    socket.push(Buffer.concat([command('connect', 1, { app: 'live' }), command('publish', 5, null, 'key')]))
    await nextTurn()
    for (const one of messages) socket.push(encodeMessage(4, one, 128))
    await nextTurn()
    const wasOpen = !socket.destroyed
    socket.destroy()
    await nextTurn()
    return wasOpen
  }

  const leaping = Array.from({ length: 5_000 }, (_, place) => message(AUDIO_FRAME, (place + 1) * 10_000))
  const frame = message(OTHER_FRAME, 50_000_000)
  for (let times = 0; times < 2; times += 1)
    expect(await publish([...settings, message(KEY_FRAME, 0), ...leaping, frame, frame])).toBe(true)
  expect(onTrouble).not.toHaveBeenCalled()
  checkWindow(hls)
})
