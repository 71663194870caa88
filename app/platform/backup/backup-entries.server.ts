import type { Table } from './table-copies.server.ts'

/** One thing in a backup: what it is, and its bytes. */
export type BackupEntry = { head: BackupHead; data: AsyncIterable<Buffer> }

/** A backup begins with its site. */
export type BackupHead = BackedUpSite | ({ kind: 'table' } & Table) | { kind: 'file'; name: string }

export type BackedUpSite = {
  kind: 'site'
  /** Without it everybody could vote again. */
  visitorSecret: string
  /** The names of those that the database had. */
  migrations: string[]
  /** The last value of each that was used. */
  sequences: Record<string, string>
}

const LENGTH_BYTES = 4
const MAX_PIECE_BYTES = 1024 * 1024 * 1024

/** Each piece has its length in front. An empty piece ends an entry, another one the backup. */
export async function* encodeEntries(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  for await (const { head, data } of entries) {
    yield* piece(Buffer.from(JSON.stringify(head)))
    for await (const chunk of data) if (chunk.length > 0) yield* piece(chunk)
    yield* piece(Buffer.alloc(0))
  }
  yield* piece(Buffer.alloc(0))
}

/** Each entry must be read to its end before the next. */
export async function* decodeEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const pieces = readPieces(chunks)
  for (;;) {
    const head = await nextPiece(pieces)
    if (head.length === 0) return
    yield { head: JSON.parse(head.toString()) as BackupHead, data: untilEmpty(pieces) }
  }
}

function* piece(bytes: Buffer): Generator<Buffer> {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  yield length
  if (bytes.length > 0) yield bytes
}

async function* untilEmpty(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await nextPiece(pieces)
    if (bytes.length === 0) return
    yield bytes
  }
}

async function nextPiece(pieces: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await pieces.next()
  if (done) throw new Error('the backup ends early')
  return value
}

async function* readPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    while (waiting.length >= LENGTH_BYTES) {
      const length = waiting.readUInt32BE()
      if (length > MAX_PIECE_BYTES) throw new Error('a piece is too long')
      if (waiting.length < LENGTH_BYTES + length) break
      yield waiting.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
      waiting = waiting.subarray(LENGTH_BYTES + length)
    }
  }
}
