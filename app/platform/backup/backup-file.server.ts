import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as pipelineWithCallback, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { CannotStart } from '../settings/cannot-start.server.ts'
import { type BackupEntry, decodeEntries, encodeEntries } from './backup-entries.server.ts'
import { newTerms, openSeal, type SealTerms } from './seal.server.ts'

type Header = { kind: typeof KIND; format: number; terms: SealTerms }

const KIND = 'npc-stream-backup'
const FORMAT = 1
const MAX_HEADER_BYTES = 1_024

/** Written beside and renamed, so that a file under this name is always whole. */
export async function writeBackup(
  path: string,
  passphrase: string | undefined,
  entries: AsyncIterable<BackupEntry>,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${path}.unfinished`
  const terms = newTerms(passphrase)
  const head = Buffer.from(`${JSON.stringify({ kind: KIND, format: FORMAT, terms } satisfies Header)}\n`)
  const seal = await openSeal(head, terms, passphrase)
  async function* content(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield head
    yield* seal.close(compressed)
    yield seal.trailer()
  }
  try {
    await pipeline(
      Readable.from(encodeEntries(entries), { objectMode: false }),
      createZstdCompress(),
      content,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
      { signal },
    )
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}

/** Checks the whole file before it returns anything of it; throws a `CannotStart` if it is not as written. */
export async function readBackup(
  path: string,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<AsyncGenerator<BackupEntry>> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`${path} cannot be read (${error.code})`)
  })
  try {
    const head = await readHead(file, path)
    const { terms } = parseHead(head, path)
    if (terms.salt !== undefined && passphrase === undefined)
      throw new CannotStart(`${path} is encrypted; set BACKUP_PASSPHRASE`)
    const seal = await openSeal(head, terms, passphrase)
    const end = (await file.stat()).size - seal.trailerBytes
    if (end <= head.length) throw damaged(path, terms)
    const trailer = Buffer.alloc(seal.trailerBytes)
    await file.read(trailer, 0, trailer.length, end)
    const unsealed = () =>
      seal.open(createReadStream(path, { start: head.length, end: end - 1, signal }), trailer)
    await readThrough(unsealed()).catch(() => {
      signal.throwIfAborted()
      throw damaged(path, terms)
    })
    const compressed = Readable.from(unsealed(), { objectMode: false })
    // Its failure reaches whoever reads the result.
    const content = pipelineWithCallback(compressed, createZstdDecompress(), () => {})
    return untilAborted(decodeEntries(content), signal)
  } finally {
    await file.close()
  }
}

async function readHead(file: FileHandle, path: string): Promise<Buffer> {
  const start = Buffer.alloc(MAX_HEADER_BYTES)
  const { bytesRead } = await file.read(start, 0, MAX_HEADER_BYTES, 0)
  const end = start.subarray(0, bytesRead).indexOf('\n')
  if (end < 0) throw new CannotStart(`${path} is not a backup of NPC Stream`)
  return start.subarray(0, end + 1)
}

function parseHead(head: Buffer, path: string): Header {
  const { kind, format, terms } = parse(head) as Partial<Header>
  if (kind !== KIND || format === undefined || terms === undefined)
    throw new CannotStart(`${path} is not a backup of NPC Stream`)
  if (format > FORMAT)
    throw new CannotStart(`${path} was made by a newer NPC Stream; restore it with that one`)
  return { kind, format, terms }
}

function parse(head: Buffer): unknown {
  try {
    return JSON.parse(head.toString()) ?? {}
  } catch {
    return {}
  }
}

function damaged(path: string, { salt }: SealTerms): CannotStart {
  return new CannotStart(
    salt === undefined
      ? `${path} is damaged`
      : `${path} is damaged, or BACKUP_PASSPHRASE is not its passphrase`,
  )
}

async function readThrough(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

/** A whole backup may have been read before its first entry is used. */
async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const value of values) {
    signal.throwIfAborted()
    yield value
  }
  signal.throwIfAborted()
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
