import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChunkReader, MalformedRtmp, type RtmpMessage } from './chunk-reader.server.ts'
import { encodeMessage } from './encode-message.server.ts'

const VIDEO = 9
const HEADER_BYTES = 12
const LATE = 2 ** 32 - 77
/** Longer than a chunk, and not a multiple of one, so that no part equals another. */
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, place) => (place * 31) & 0xff))

function message(length: number, timestamp = LATE): RtmpMessage {
  return { type: VIDEO, timestamp, streamId: 1, payload: Buffer.alloc(length, PATTERN) }
}

function setChunkSize(size: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(size)
  return encodeMessage(2, { type: 1, timestamp: 0, streamId: 0, payload }, 128)
}

/** Reads the bytes in pieces, as a network delivers them. */
function readInPieces(bytes: Buffer, lengths = [1, 300, 17, 128, 3]): RtmpMessage[] {
  const heard: RtmpMessage[] = []
  const reader = createChunkReader((one) => heard.push(one))
  for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? 1
    reader.read(bytes.subarray(at, at + length))
    at += length
  }
  return heard
}

test.each([128, 1, 4096, 60_000])(
  'messages of any length come out as they went in, in chunks of %s, however the network cuts them',
  (size) => {
    const sent = [0, 1, 127, 128, 129, 5_000, 70_000].map((length) => message(length))
    const bytes = Buffer.concat([setChunkSize(size), ...sent.map((one) => encodeMessage(4, one, size))])
    const pieces = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 20 })
    const comesOut = fc.property(pieces, (lengths) => {
      expect(readInPieces(bytes, lengths)).toEqual(sent)
    })
    fc.assert(comesOut, { numRuns: 10 })
  },
)

test('a message above the current limit is rejected with its header', () => {
  let largest = 16 * 1024
  const read = () => {
    const reader = createChunkReader(
      () => {},
      () => largest,
    )
    reader.read(encodeMessage(4, message(20_000), 128).subarray(0, 16))
  }
  expect(read).toThrow(MalformedRtmp)
  largest = 20_000
  read()
})

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

test('times may be differences, and repeat', () => {
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

test('times wrap after 49.7 days', () => {
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
])('%s is rejected', (_, bytes) => {
  expect(() => readInPieces(bytes)).toThrow(MalformedRtmp)
})

test('unfinished messages on many streams are bounded', () => {
  const CHUNK = 2_000_000
  const firstChunk = (id: number) =>
    encodeMessage(id, message(4_000_000, 1), CHUNK).subarray(0, HEADER_BYTES + CHUNK)
  const bytes = Buffer.concat([setChunkSize(CHUNK), ...[3, 4, 5, 6, 7].map(firstChunk)])
  expect(() => readInPieces(bytes, [65_536])).toThrow('too much is left unfinished')
})

test('20,000 sessions of mangled bytes end in messages or a rejection', () => {
  const whole = Buffer.concat([
    setChunkSize(500),
    ...[10, 700, 2_000].map((length) => encodeMessage(4, message(length), 500)),
  ])
  const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
  const changes = fc.array(change, { minLength: 1, maxLength: 8 })
  const ends = fc.property(changes, fc.option(fc.nat(50), { freq: 100 }), (mangled, from) => {
    const bytes = Buffer.from(whole)
    for (const { at, value } of mangled) bytes[at] = value
    try {
      createChunkReader(() => {}).read(bytes.subarray(from ?? 0))
    } catch (error) {
      if (!(error instanceof MalformedRtmp)) throw error
    }
  })
  fc.assert(ends, { numRuns: 20_000 })
})
