export type RtmpMessage = { type: number; timestamp: number; streamId: number; payload: Buffer }

export class MalformedRtmp extends Error {
  override name = 'MalformedRtmp'
}

/** What is known of a chunk stream from its last header, and what has come of its message so far. */
type ChunkStream = {
  timestamp: number
  delta: number
  hasExtendedTime: boolean
  length: number
  type: number
  streamId: number
  pieces: Buffer[]
  received: number
}

const SET_CHUNK_SIZE = 1
const ABORT = 2
const FIRST_CHUNK_SIZE = 128
const LARGEST_CHUNK = 0xff_ffff
export const LARGEST_MESSAGE = 4 * 1024 * 1024
const MOST_STREAMS = 16
const MOST_UNFINISHED_BYTES = 8 * 1024 * 1024
const EXTENDED = 0xff_ffff
const HEADER_LENGTHS = [11, 7, 3, 0] as const

/** Puts messages together from the chunks they come in. Throws at the first byte that cannot be right. */
export function createChunkReader(onMessage: (message: RtmpMessage) => void): { read(bytes: Buffer): void } {
  const streams = new Map<number, ChunkStream>()
  let chunkSize = FIRST_CHUNK_SIZE
  let unfinishedBytes = 0
  /** The beginning of a header whose rest has not come yet. */
  let unread = Buffer.alloc(0)
  let current: { stream: ChunkStream; left: number } | undefined

  function read(bytes: Buffer): void {
    let rest = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes
    unread = Buffer.alloc(0)
    // An empty message is whole with its header.
    while (rest.length > 0 || current?.left === 0) {
      current ??= readHeader()
      if (current === undefined) {
        unread = Buffer.from(rest)
        return
      }
      readPiece(current)
    }

    function readHeader() {
      const header = parseHeader(rest, streams)
      if (header === undefined) return undefined
      rest = rest.subarray(header.bytes)
      const { stream } = header
      return { stream, left: Math.min(chunkSize, stream.length - stream.received) }
    }

    function readPiece({ stream, left }: { stream: ChunkStream; left: number }): void {
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      // A copy: the piece is part of a much larger buffer that would be kept along with it.
      stream.pieces.push(Buffer.from(piece))
      stream.received += piece.length
      unfinishedBytes += piece.length
      if (unfinishedBytes > MOST_UNFINISHED_BYTES) throw new MalformedRtmp('too much is left unfinished')
      current = piece.length < left ? { stream, left: left - piece.length } : undefined
      if (stream.received === stream.length) finish(stream)
    }
  }

  function finish(stream: ChunkStream): void {
    const { type, timestamp, streamId } = stream
    const payload = take(stream)
    if (type === SET_CHUNK_SIZE) chunkSize = readChunkSize(payload)
    else if (type === ABORT) abort(payload)
    else onMessage({ type, timestamp, streamId, payload })
  }

  function take(stream: ChunkStream): Buffer {
    const [first = Buffer.alloc(0), ...others] = stream.pieces
    unfinishedBytes -= stream.received
    stream.pieces = []
    stream.received = 0
    return others.length === 0 ? first : Buffer.concat([first, ...others])
  }

  function abort(payload: Buffer): void {
    if (payload.length < 4) throw new MalformedRtmp('an abort names no stream')
    const stream = streams.get(payload.readUInt32BE())
    if (stream) take(stream)
  }

  return { read }
}

function readChunkSize(payload: Buffer): number {
  const size = payload.length < 4 ? 0 : payload.readUInt32BE()
  if (size < 1 || size > 0x7fff_ffff) throw new MalformedRtmp('there is no such chunk size')
  return Math.min(size, LARGEST_CHUNK)
}

/** The stream that a chunk belongs to, brought up to date; undefined while the header is not whole. */
function parseHeader(
  bytes: Buffer,
  streams: Map<number, ChunkStream>,
): { bytes: number; stream: ChunkStream } | undefined {
  const basic = parseBasicHeader(bytes)
  if (basic === undefined) return undefined
  const { format, id, length: start } = basic
  const end = start + HEADER_LENGTHS[format]
  if (bytes.length < end) return undefined

  const known = streams.get(id)
  if (known === undefined && format > 1) throw new MalformedRtmp('a stream begins in the middle')
  if (known === undefined && streams.size >= MOST_STREAMS)
    throw new MalformedRtmp('there are too many streams')
  const stream = known ?? newStream()
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
    if (stream.length > LARGEST_MESSAGE) throw new MalformedRtmp('a message is too long')
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
  return { bytes: headerBytes, stream }
}

function parseBasicHeader(bytes: Buffer): { format: 0 | 1 | 2 | 3; id: number; length: number } | undefined {
  const first = bytes.readUInt8(0)
  const format = (first >> 6) as 0 | 1 | 2 | 3
  const shortId = first & 63
  if (shortId > 1) return { format, id: shortId, length: 1 }
  const length = shortId === 0 ? 2 : 3
  if (bytes.length < length) return undefined
  return { format, id: 64 + (shortId === 0 ? bytes.readUInt8(1) : bytes.readUInt16LE(1)), length }
}

function newStream(): ChunkStream {
  return {
    timestamp: 0,
    delta: 0,
    hasExtendedTime: false,
    length: 0,
    type: 0,
    streamId: 0,
    pieces: [],
    received: 0,
  }
}
