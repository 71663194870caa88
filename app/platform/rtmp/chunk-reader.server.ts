import { ABORT, SET_CHUNK_SIZE } from './message-types.server.ts'

export type RtmpMessage = { type: number; timestamp: number; streamId: number; payload: Buffer }

export class MalformedRtmp extends Error {
  override name = 'MalformedRtmp'
}

/** The last header of a chunk stream, and as much of its message as has come. */
type ChunkStream = {
  timestamp: number
  delta: number
  hasExtendedTime: boolean
  length: number
  type: number
  streamId: number
  /** Grows with what has come, at most to twice that: the announced length alone costs no memory. */
  payload: Buffer
  received: number
}

/** Until the other side announces another one. */
export const FIRST_CHUNK_SIZE = 128
const LARGEST_CHUNK = 0xff_ffff
export const LARGEST_MESSAGE = 4 * 1024 * 1024
const MAX_STREAMS = 16
const MAX_UNFINISHED_BYTES = 8 * 1024 * 1024
const FIRST_PAYLOAD_BYTES = 256
const FEW_BYTES = 16
const NOTHING = Buffer.alloc(0)
const EXTENDED = 0xff_ffff
const HEADER_LENGTHS = [11, 7, 3, 0] as const
const NEW_HEADER = { timestamp: 0, delta: 0, hasExtendedTime: false, length: 0, type: 0, streamId: 0 }
const NEW_STREAM: ChunkStream = { ...NEW_HEADER, payload: NOTHING, received: 0 }

/**
 * Assembles messages from chunks. Throws at the first invalid byte, and at a message that is longer than
 * `largestMessage` allows when it begins.
 */
export function createChunkReader(
  onMessage: (message: RtmpMessage) => void,
  largestMessage = () => LARGEST_MESSAGE,
): { read(bytes: Buffer): void } {
  const streams = new Map<number, ChunkStream>()
  const payloads = createPayloads()
  let chunkSize = FIRST_CHUNK_SIZE
  /** An incomplete header. */
  let unread = NOTHING
  /** The stream whose chunk is being read, and how much of the chunk is missing. */
  let current: ChunkStream | undefined
  let left = 0

  function read(arrived: Buffer): void {
    const bytes = unread.length > 0 ? Buffer.concat([unread, arrived]) : arrived
    unread = NOTHING
    let at = 0
    // An empty message is complete with its header.
    while (at < bytes.length || (current !== undefined && left === 0)) {
      if (current === undefined) {
        const headerBytes = readHeader(bytes, at)
        if (headerBytes === 0) {
          unread = Buffer.from(bytes.subarray(at))
          return
        }
        at += headerBytes
      }
      if (current !== undefined) at += readPiece(current, bytes, at)
    }
  }

  /** The header's length; 0 while it is incomplete. */
  function readHeader(bytes: Buffer, at: number): number {
    const continued = findContinued(bytes, at, streams)
    const header = continued ? { stream: continued, bytes: 1 } : parseHeader(bytes, at, streams)
    if (header === undefined) return 0
    const { stream } = header
    if (stream.length > largestMessage()) throw new MalformedRtmp('a message is too long')
    current = stream
    left = Math.min(chunkSize, stream.length - stream.received)
    return header.bytes
  }

  function readPiece(stream: ChunkStream, bytes: Buffer, at: number): number {
    const taken = Math.min(left, bytes.length - at)
    payloads.append(stream, bytes, at, taken)
    left -= taken
    if (left === 0) current = undefined
    if (stream.received === stream.length) finish(stream)
    return taken
  }

  function finish(stream: ChunkStream): void {
    const { type, timestamp, streamId } = stream
    const payload = payloads.take(stream)
    if (type === SET_CHUNK_SIZE) chunkSize = readChunkSize(payload)
    else if (type === ABORT) abort(payload)
    else onMessage({ type, timestamp, streamId, payload })
  }

  function abort(payload: Buffer): void {
    if (payload.length < 4) throw new MalformedRtmp('an abort names no stream')
    const stream = streams.get(payload.readUInt32BE())
    if (stream) payloads.take(stream)
  }

  return { read }
}

/** The messages that are not complete yet, together no larger than `MAX_UNFINISHED_BYTES`. */
function createPayloads() {
  let unfinishedBytes = 0

  function makeRoom(stream: ChunkStream, needed: number): void {
    const { payload, received, length } = stream
    if (needed <= payload.length) return
    const wanted = Math.min(length, Math.max(needed, 2 * payload.length, FIRST_PAYLOAD_BYTES))
    unfinishedBytes += wanted - payload.length
    if (unfinishedBytes > MAX_UNFINISHED_BYTES) throw new MalformedRtmp('too much is left unfinished')
    stream.payload = Buffer.allocUnsafe(wanted)
    payload.copy(stream.payload, 0, 0, received)
  }

  function take(stream: ChunkStream): Buffer {
    const { payload } = stream
    unfinishedBytes -= payload.length
    stream.payload = NOTHING
    stream.received = 0
    return payload
  }

  return {
    append(stream: ChunkStream, bytes: Buffer, at: number, length: number): void {
      makeRoom(stream, stream.received + length)
      copyPiece(bytes, at, length, stream)
      stream.received += length
    },
    take,
  }
}

/** For a few bytes a loop is faster than a call to `copy`. */
function copyPiece(bytes: Buffer, at: number, length: number, { payload, received }: ChunkStream): void {
  if (length > FEW_BYTES) bytes.copy(payload, received, at, at + length)
  else for (let place = 0; place < length; place += 1) payload[received + place] = bytes[at + place] ?? 0
}

function readChunkSize(payload: Buffer): number {
  const size = payload.length < 4 ? 0 : payload.readUInt32BE()
  if (size < 1 || size > 0x7fff_ffff) throw new MalformedRtmp('the chunk size is invalid')
  return Math.min(size, LARGEST_CHUNK)
}

/** Nearly all headers are one byte that continues a message: those need no parsing. */
function findContinued(bytes: Buffer, at: number, streams: Map<number, ChunkStream>) {
  const first = bytes[at] ?? 0
  if (first < 0b1100_0010) return undefined
  const stream = streams.get(first & 63)
  return stream && stream.received > 0 && !stream.hasExtendedTime ? stream : undefined
}

/** The chunk's stream, updated from the header; undefined while the header is incomplete. */
function parseHeader(bytes: Buffer, at: number, streams: Map<number, ChunkStream>) {
  const basic = parseBasicHeader(bytes, at)
  if (basic === undefined) return undefined
  const { format, id } = basic
  const start = at + basic.length
  const end = start + HEADER_LENGTHS[format]
  if (bytes.length < end) return undefined

  const known = streams.get(id)
  if (known === undefined && format > 1) throw new MalformedRtmp('a stream begins in the middle')
  if (known === undefined && streams.size >= MAX_STREAMS)
    throw new MalformedRtmp('there are too many streams')
  const stream = known ?? { ...NEW_STREAM }
  const isContinued = stream.received > 0
  if (isContinued && format !== 3) throw new MalformedRtmp('a message begins inside of another')

  const shortTime = format < 3 ? bytes.readUIntBE(start, 3) : undefined
  const hasExtendedTime = shortTime === undefined ? stream.hasExtendedTime : shortTime === EXTENDED
  const headerBytes = end + (hasExtendedTime ? 4 : 0)
  if (bytes.length < headerBytes) return undefined
  const time = hasExtendedTime ? bytes.readUInt32BE(end) : (shortTime ?? 0)

  if (format < 2) {
    stream.length = bytes.readUIntBE(start + 3, 3)
    stream.type = bytes.readUInt8(start + 6)
  }
  if (format === 0) {
    stream.streamId = bytes.readUInt32LE(start + 7)
    stream.timestamp = time
    stream.delta = 0
  } else if (!isContinued) {
    if (format < 3) stream.delta = time
    stream.timestamp = (stream.timestamp + stream.delta) >>> 0
  }
  stream.hasExtendedTime = hasExtendedTime
  streams.set(id, stream)
  return { bytes: headerBytes - at, stream }
}

function parseBasicHeader(bytes: Buffer, at: number) {
  const first = bytes.readUInt8(at)
  const format = (first >> 6) as 0 | 1 | 2 | 3
  const shortId = first & 63
  if (shortId > 1) return { format, id: shortId, length: 1 }
  const length = shortId === 0 ? 2 : 3
  if (bytes.length < at + length) return undefined
  return { format, id: 64 + (shortId === 0 ? bytes.readUInt8(at + 1) : bytes.readUInt16LE(at + 1)), length }
}
