import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createChunkReader, MalformedRtmp, type RtmpMessage } from './chunk-reader.server.ts'
import { encodeMessage } from './encode-message.server.ts'

const VIDEO = 9
const random = (below: number) => Math.floor(Math.random() * below)

function message(length: number, timestamp = random(2 ** 32)): RtmpMessage {
  return { type: VIDEO, timestamp, streamId: 1, payload: randomBytes(length) }
}

function setChunkSize(size: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(size)
  return encodeMessage(2, { type: 1, timestamp: 0, streamId: 0, payload }, 128)
}

/** Reads the bytes in pieces of any size, as a network delivers them. */
function readInPieces(bytes: Buffer): RtmpMessage[] {
  const heard: RtmpMessage[] = []
  const reader = createChunkReader((one) => heard.push(one))
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random(300)
    reader.read(bytes.subarray(at, at + length))
    at += length
  }
  return heard
}

test.each([128, 1, 4096, 60_000])(
  'messages of any length come out as they went in, in chunks of %s',
  (size) => {
    const sent = [0, 1, 127, 128, 129, 5_000, 70_000].map((length) => message(length))
    const bytes = Buffer.concat([setChunkSize(size), ...sent.map((one) => encodeMessage(4, one, size))])
    expect(readInPieces(bytes)).toEqual(sent)
  },
)

test('messages of two streams may be interleaved chunk by chunk', () => {
  const [video, audio] = [message(300, 40), { ...message(200, 41), type: 8 }]
  const chunksOf = (id: number, one: RtmpMessage) => {
    const bytes = encodeMessage(id, one, 128)
    return [bytes.subarray(0, 140), bytes.subarray(140, 269), bytes.subarray(269)]
  }
  const [v1, v2, v3] = chunksOf(4, video)
  const [a1, a2] = chunksOf(5, audio)
  expect(readInPieces(Buffer.concat([v1, a1, v2, a2, v3] as Buffer[]))).toEqual([audio, video])
})

test('times may be told as differences, and repeat', () => {
  const header = (format: number, time: number) => {
    const bytes = Buffer.from([(format << 6) | 4, 0, 0, 0, 0, 0, 1, VIDEO])
    bytes.writeUIntBE(time, 1, 3)
    return format === 0 ? Buffer.concat([bytes, Buffer.of(1, 0, 0, 0)]) : bytes.subarray(0, 12 - 4 * format)
  }
  const bytes = Buffer.concat([
    header(0, 1_000),
    Buffer.of(0xa),
    header(1, 40),
    Buffer.of(0xb),
    header(2, 20),
    Buffer.of(0xc),
    Buffer.of(0b1100_0100),
    Buffer.of(0xd),
  ])
  expect(readInPieces(bytes).map(({ timestamp, payload }) => [timestamp, payload[0]])).toEqual([
    [1_000, 0xa],
    [1_040, 0xb],
    [1_060, 0xc],
    [1_080, 0xd],
  ])
})

test('times go round after 49.7 days', () => {
  const last = message(3, 2 ** 32 - 10)
  const next = Buffer.from([(1 << 6) | 4, 0, 0, 20, 0, 0, 1, VIDEO, 0xee])
  expect(readInPieces(Buffer.concat([encodeMessage(4, last, 128), next]))[1]?.timestamp).toBe(10)
})

test.each([
  ['a stream that begins in the middle', Buffer.of(0b1100_0100, 0)],
  ['a message of five megabytes', Buffer.from([4, 0, 0, 0, 0x50, 0, 0, 9, 1, 0, 0, 0])],
  [
    'a message inside of another',
    Buffer.concat([
      encodeMessage(4, message(300, 1), 128).subarray(0, 140),
      encodeMessage(4, message(3, 1), 128),
    ]),
  ],
  ['a chunk size of nothing', setChunkSize(0)],
  [
    'a hundred streams',
    Buffer.concat(Array.from({ length: 60 }, (_, id) => encodeMessage(3 + id, message(1, 1), 128))),
  ],
])('%s is refused', (_, bytes) => {
  expect(() => readInPieces(bytes)).toThrow(MalformedRtmp)
})

test('what is left unfinished on many streams is bounded', () => {
  const beginnings = Array.from({ length: 15 }, (_, id) =>
    encodeMessage(3 + id, message(4_000_000, 1), 3_000_000).subarray(0, 2_000_000),
  )
  expect(() => readInPieces(Buffer.concat([setChunkSize(3_000_000), ...beginnings]))).toThrow(MalformedRtmp)
})

test('20,000 sessions of mangled bytes end in messages or in a refusal, never otherwise', () => {
  const whole = Buffer.concat([
    setChunkSize(500),
    ...[10, 700, 2_000].map((length) => encodeMessage(4, message(length), 500)),
  ])
  for (let session = 0; session < 20_000; session += 1) {
    const bytes = Buffer.from(whole)
    for (let change = random(8); change >= 0; change -= 1) bytes[random(bytes.length)] = random(256)
    const reader = createChunkReader(() => {})
    try {
      reader.read(bytes.subarray(random(100) === 0 ? random(50) : 0))
    } catch (error) {
      if (!(error instanceof MalformedRtmp)) throw error
    }
  }
})
