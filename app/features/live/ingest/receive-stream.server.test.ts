import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { readFixture } from '../../../../tests/support/video/flv-fixture.ts'
import { readSegment } from '../../../../tests/support/video/mp4-boxes.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { createHlsStream, type HlsStream } from './hls-stream.server.ts'
import { PublishRejected } from './publisher.server.ts'
import { receiveStream } from './receive-stream.server.ts'

let now: number
let parts: number
let hls: HlsStream
const clock = { now: () => now }

beforeEach(() => {
  now = 1_000_000
  parts = 0
  hls = createHlsStream(clock, () => {
    parts += 1
  })
})

/** Sends in real time, by the clock of the test. */
function send(messages: RtmpMessage[], receiver = receiveStream(hls, clock)) {
  const startedAt = now
  for (const message of messages) {
    now = startedAt + message.timestamp
    receiver.receive(message)
  }
  return receiver
}

function runsOf(trackId: number) {
  const window = hls.epoch()?.window
  const names =
    window
      ?.playlist()
      .toString()
      .match(/^\d+\.m4s$/gm) ?? []
  return names
    .flatMap((name) => readSegment(window?.file(name) ?? Buffer.alloc(0)))
    .filter((run) => run.trackId === trackId)
}

function follow(runs: { start: number; end: number }[]): boolean {
  return runs.every(({ start }, place) => place === 0 || start >= (runs[place - 1]?.end ?? 0))
}

test.each([
  ['b-frames-44100', 150, 2],
  ['keyframes-8s', 240, 10],
] as const)('%s: every frame is published, in order', (name, frames, targetS) => {
  send(readFixture(name)).end()
  const video = runsOf(1)
  expect(video.reduce((sum, { samples }) => sum + samples, 0)).toBe(frames)
  expect(follow(video)).toBe(true)
  expect(follow(runsOf(2))).toBe(true)
  expect(runsOf(2).length).toBeGreaterThan(0)
  expect(hls.epoch()?.window.playlist().toString()).toContain(`#EXT-X-TARGETDURATION:${targetS}\n`)
})

/** The recorded video, with Opus frames of 20 ms. */
function withOpus(): RtmpMessage[] {
  const video = readFixture('b-frames-44100').filter(({ type }) => type === VIDEO)
  const head = Buffer.concat([
    Buffer.from('\x90OpusOpusHead', 'latin1'),
    Buffer.from('0101380180bb0000000000', 'hex'),
  ])
  const frame = Buffer.concat([Buffer.from('\x91Opus\xf8', 'latin1'), Buffer.alloc(80, 0x5a)])
  const audio = (timestamp: number, payload: Buffer) => ({ type: AUDIO, timestamp, streamId: 1, payload })
  const frames = Array.from({ length: 300 }, (_, place) => audio(place * 20, frame))
  return [audio(0, head), ...[...frames, ...video].sort((one, other) => one.timestamp - other.timestamp)]
}

test('Opus is packaged as it comes', () => {
  send(withOpus()).end()
  expect(hls.epoch()?.audio).toMatchObject({ codecName: 'opus', sampleRate: 48_000 })
  const audio = runsOf(2)
  expect(audio.reduce((sum, { samples }) => sum + samples, 0)).toBeGreaterThan(290)
  expect(audio.every(({ start, end, samples }) => end - start === samples * 960)).toBe(true)
})

test('a stream starts without audio when none has come for a second', () => {
  send(readFixture('silent')).end()
  expect(hls.epoch()?.audio).toBeUndefined()
  expect(parts).toBeGreaterThan(0)
})

test('a publisher that comes back with the same settings continues the epoch, without a gap in the numbers', () => {
  send(readFixture('b-frames-44100')).end()
  const before = hls.epoch()
  const numbered = before?.window.openNumber()
  now += 3_000
  send(readFixture('b-frames-44100')).end()
  expect(hls.epoch()).toBe(before)
  expect(hls.epoch()?.window.openNumber()).toBe((numbered ?? 0) * 2)
  expect(follow(runsOf(1))).toBe(true)
  expect(follow(runsOf(2))).toBe(true)
})

test('a publisher with other settings starts another epoch under other URLs, and the first one ends', () => {
  send(readFixture('b-frames-44100')).end()
  const before = hls.epoch()
  send(readFixture('changed')).end()
  const after = hls.epoch()
  expect(after?.id).not.toBe(before?.id)
  expect(after?.video.size).toEqual({ width: 256, height: 144 })
  expect(before?.window.playlist().toString()).toContain('#EXT-X-ENDLIST')
  expect(hls.epoch(before?.id)).toBe(before)
})

test('a publisher that changes its settings while it sends starts another epoch', () => {
  const receiver = send(readFixture('b-frames-44100'))
  const first = hls.epoch()?.id
  send(readFixture('changed'), receiver)
  expect(hls.epoch()?.id).not.toBe(first)
})

const SPS = '6742c01fd9005005bb0110000003001000000303c8f1832480'
const PPS = '68cb83cb20'
const config = (record: string) => Buffer.from(`1700000000${record}`, 'hex')
/** As Firefox 153 writes it: no reserved bits, and the header of each unit twice. */
const firefox = config(`0142c01f0301001a67${SPS}01000668${PPS}`)

test("Firefox's decoder settings are repaired, for viewers too, and repeating them changes nothing", () => {
  const isConfig = ({ type, payload }: RtmpMessage) => type === VIDEO && payload[1] === 0
  const repeated = readFixture('b-frames-44100').flatMap((message): RtmpMessage[] => {
    const isKey = message.payload[0] === 0x17 && !isConfig(message)
    return [...(isKey ? [{ ...message, payload: firefox }] : []), ...(isConfig(message) ? [] : [message])]
  })
  send(repeated)
  const first = hls.epoch()
  expect(first?.video.size).toEqual({ width: 1280, height: 720 })
  expect(first?.video.avcC.toString('hex')).toBe(`0142c01fffe10019${SPS}010005${PPS}`)
  expect(first?.window.file('init.mp4')?.includes(Buffer.from(`ffe10019${SPS}`, 'hex'))).toBe(true)
  expect(first?.window.openNumber()).toBeGreaterThan(0)
})

test('a frame size that no encoder makes is rejected', () => {
  // 24 × 10236, as a reader that takes the doubled header for the profile sees it.
  const sps = '6742c01fda200501e5b4'
  const message = {
    type: VIDEO,
    timestamp: 0,
    streamId: 1,
    payload: config(`0142c01fffe1000a${sps}010005${PPS}`),
  }
  expect(() => send([message])).toThrow('The settings of the H.264 video cannot be read.')
})

test.each([
  [
    'High 4:4:4',
    '01f4001effe1001b67f4001e919b281405ff138088000003000800000301e078b16cb001000668ebe3c44844fff8f800',
  ],
  [
    'High 4:2:2',
    '017a001effe1001a677a001ebcd940a02ff89c0440000003004000000f03c58b658001000668ebe3cb22c0fef8f800',
  ],
  [
    'High 10',
    '016e001effe1001b676e001ea6cd940a02ff970110000003001000000303c0f162d96001000668ebe3cb22c0fdfafa00',
  ],
  [
    'High, without',
    '0164001effe1001b6764001ef3650280bfe27016c8000003000800000301e078b16cb001000668ebe3cb22c0fcf8f800',
  ],
])('video that phones cannot decode is rejected with the name of its profile: %s', (name, record) => {
  const message = { type: VIDEO, timestamp: 0, streamId: 1, payload: config(record) }
  expect(() => send([message])).toThrow(`Phones cannot play H.264 with the profile ${name}`)
  expect(() => send([message])).toThrow('Please choose the profile High, Main or Baseline')
})

test('audio alone is rejected after 20 seconds, with a sentence that says so', () => {
  const audio = readFixture('b-frames-44100').filter(({ type }) => type === AUDIO)
  const receiver = send(audio)
  now += 20_001
  const [last] = audio.slice(-1)
  expect(() => last && receiver.receive(last)).toThrow('There is no video, only audio.')
})

test('audio that goes on 20 seconds after the video is rejected likewise', () => {
  const messages = readFixture('b-frames-44100')
  const receiver = send(messages)
  now += 20_001
  const last = messages.findLast(({ type }) => type === AUDIO)
  expect(() => last && receiver.receive(last)).toThrow('There is no video, only audio.')
})

/** The target durations that each epoch has announced. */
function sendAndWatchTargets(messages: RtmpMessage[]): Map<string | undefined, Set<string | undefined>> {
  const targets = new Map<string | undefined, Set<string | undefined>>()
  const receiver = receiveStream(hls, clock)
  const startedAt = now
  for (const message of messages) {
    now = startedAt + message.timestamp
    receiver.receive(message)
    const epoch = hls.epoch()
    const target = /TARGETDURATION:(\d+)/.exec(epoch?.window.playlist().toString() ?? '')?.[1]
    if (epoch) targets.set(epoch.id, (targets.get(epoch.id) ?? new Set()).add(target))
  }
  return targets
}

test('a playlist never changes its target duration: key frames every 8 s start another playlist', () => {
  const targets = sendAndWatchTargets(readFixture('keyframes-8s'))
  expect([...targets.values()].map((each) => [...each])).toEqual([['2'], ['4'], ['10']])
  expect(sendAndWatchTargets(readFixture('keyframes-8s')).size).toBe(1)
})

test('video that comes three seconds after its audio is played with all of it', () => {
  const late = readFixture('b-frames-44100').map((message) => ({
    message,
    arrivesMs: message.timestamp + (message.type === VIDEO && message.payload[1] !== 0 ? 3_000 : 0),
  }))
  const receiver = receiveStream(hls, clock)
  const startedAt = now
  for (const { message, arrivesMs } of late.sort((one, other) => one.arrivesMs - other.arrivesMs)) {
    now = startedAt + arrivesMs
    receiver.receive(message)
  }
  receiver.end()
  const [video, audio] = [runsOf(1), runsOf(2)]
  expect((audio[0]?.start ?? 0) / 44_100 - (video[0]?.start ?? 0) / 90_000).toBeLessThan(0.1)
  expect((audio.at(-1)?.end ?? 0) / 44_100).toBeCloseTo((video.at(-1)?.end ?? 0) / 90_000, 0)
})

const hevc = Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1')])

test.each([
  ['HEVC', { type: VIDEO, payload: hevc }, /takes H\.264 video, and this is HEVC/],
  ['MP3', { type: AUDIO, payload: Buffer.of(0x2f, 0) }, /takes AAC audio, and this is MP3/],
  ['settings that make no sense', { type: VIDEO, payload: Buffer.alloc(20, 0x17) }, undefined],
  ['video settings', { type: VIDEO, payload: Buffer.from([0x17, 0, 0, 0, 0, 9, 9]) }, /cannot be read/],
  ['audio settings', { type: AUDIO, payload: Buffer.from([0xaf, 0, 0xff]) }, /cannot be read/],
])('%s', (_, message, sentence) => {
  const receive = () => send([{ ...message, timestamp: 0, streamId: 1 }])
  if (sentence === undefined) receive()
  else expect(receive).toThrow(sentence)
  expect(hls.epoch()).toBeUndefined()
})

test.each([
  ['frames of one moment', VIDEO, Buffer.concat([Buffer.of(0x27, 1, 0, 0, 0), Buffer.alloc(1024 * 1024)]), 0],
  ['audio that runs ahead', AUDIO, Buffer.concat([Buffer.of(0xaf, 1), Buffer.alloc(1024 * 1024)]), 24],
])('rejected before it fills the memory: %s', (_, type, payload, everyMs) => {
  const receiver = send(readFixture('b-frames-44100'))
  const flood = () => {
    for (let times = 0; times < 100; times += 1)
      receiver.receive({ type, timestamp: 6_000 + times * everyMs, streamId: 1, payload })
  }
  expect(flood).toThrow(/more than 20 Mbit/)
})

test('20 seconds without a key frame are rejected with a sentence', () => {
  const messages = readFixture('b-frames-44100').filter(
    ({ type, payload }) => type === AUDIO || payload[0] !== 0x17 || payload[1] === 0,
  )
  const receiver = send(messages)
  now += 14_500
  const [last] = messages.slice(-1)
  expect(() => last && receiver.receive(last)).toThrow(/no key frames.*2 seconds/)
  expect(parts).toBe(0)
})

test('after 49.7 days, when 32-bit timestamps wrap, time goes on and memory does not grow', () => {
  const recorded = readFixture('b-frames-44100')
  const isConfig = ({ payload }: RtmpMessage) => payload[1] === 0
  const frames = recorded.filter((message) => !isConfig(message) && message.payload[1] === 1)
  const receiver = send(recorded.filter(isConfig))
  const ROUNDS = 1_000
  const LENGTH_MS = 6_080
  const firstTimestamp = 2 ** 32 - 2_500_000
  let smallest = Number.POSITIVE_INFINITY
  let largest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const frame of frames) {
      now += 1
      const timestamp = (firstTimestamp + round * LENGTH_MS + frame.timestamp) % 2 ** 32
      receiver.receive({ ...frame, timestamp })
    }
    const bytes = hls.epoch()?.window.bytes() ?? 0
    if (round > 10) {
      smallest = Math.min(smallest, bytes)
      largest = Math.max(largest, bytes)
    }
  }
  expect(hls.epoch()?.window.openNumber()).toBeGreaterThan(2_950)
  expect(largest / smallest).toBeLessThan(1.5)
  expect(follow(runsOf(1))).toBe(true)
  expect(follow(runsOf(2))).toBe(true)
  const last = runsOf(1).at(-1)
  expect((last?.end ?? 0) / 90_000).toBeCloseTo((ROUNDS * LENGTH_MS) / 1_000, -2)
})

const mutations = fc.record({
  end: fc.option(fc.nat(), { freq: 8 }),
  change: fc.option(fc.record({ at: fc.oneof(fc.nat(5), fc.nat()), value: fc.nat(255) }), { freq: 2 }),
  isOfOtherType: fc.nat(19).map((chance) => chance === 0),
  timestamp: fc.option(fc.nat(2 ** 32 - 1), { freq: 20 }),
  waitMs: fc.nat(50),
})
type Mutation = typeof mutations extends fc.Arbitrary<infer T> ? T : never

test('each of 50,000 mutated messages is accepted or rejected', () => {
  const recorded = [...readFixture('b-frames-44100'), ...withOpus()]
  let sent = 0
  let receiver = receiveStream(hls, clock)
  const areTaken = fc.property(fc.array(mutations, { minLength: 200, maxLength: 200 }), (all) => {
    for (const mutation of all) {
      const message = recorded[sent % recorded.length]
      sent += 1
      now += mutation.waitMs
      try {
        if (message) receiver.receive(mutate(message, mutation))
      } catch (error) {
        expect(error).toBeInstanceOf(PublishRejected)
        receiver.end()
        receiver = receiveStream(hls, clock)
      }
    }
  })
  fc.assert(areTaken, { numRuns: 250 })
  expect(hls.epoch()?.window.bytes() ?? 0).toBeLessThan(16 * 1024 * 1024)
})

function mutate(
  { type, timestamp, payload, streamId }: RtmpMessage,
  { end, change, isOfOtherType, timestamp: otherTime }: Mutation,
): RtmpMessage {
  const bytes = Buffer.from(payload.subarray(0, end === null ? undefined : end % (payload.length + 1)))
  if (change && bytes.length > 0) bytes[change.at % bytes.length] = change.value
  const otherType = type === VIDEO ? AUDIO : VIDEO
  return {
    type: isOfOtherType ? otherType : type,
    timestamp: otherTime ?? timestamp,
    streamId,
    payload: bytes,
  }
}
