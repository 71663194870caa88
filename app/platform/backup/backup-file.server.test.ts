import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import type { BackupEntry, BackupHead } from './backup-entries.server.ts'
import { readBackup, writeBackup } from './backup-file.server.ts'

const PASSPHRASE = 'for tests only'
const SITE: BackupHead = { kind: 'site', visitorSecret: 'secret-of-the-site', migrations: [], sequences: {} }
const NEVER = new AbortController().signal

let folder: TemporaryFolder
let path: string

beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'a.backup')
})

afterEach(() => folder.remove())

async function* bytes(...chunks: string[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

async function* entries(): AsyncGenerator<BackupEntry> {
  yield { head: SITE, data: bytes() }
  yield { head: { kind: 'table', name: 'npcs', columns: ['id'] }, data: bytes('1\n', '', '2\n') }
  yield { head: { kind: 'file', name: 'seed' }, data: bytes('x'.repeat(300_000)) }
}

function write(passphrase?: string): Promise<void> {
  return writeBackup(path, passphrase, entries(), NEVER)
}

async function readAll(passphrase?: string): Promise<[BackupHead, string][]> {
  const found: [BackupHead, string][] = []
  for await (const { head, data } of await readBackup(path, passphrase, NEVER))
    found.push([head, await text(data)])
  return found
}

test.each([undefined, PASSPHRASE])('with the passphrase %s everything comes back', async (passphrase) => {
  await write(passphrase)
  expect(await readAll(passphrase)).toEqual([
    [SITE, ''],
    [{ kind: 'table', name: 'npcs', columns: ['id'] }, '1\n2\n'],
    [{ kind: 'file', name: 'seed' }, 'x'.repeat(300_000)],
  ])
})

test('encrypted, nothing of it can be read', async () => {
  await write(PASSPHRASE)
  expect((await readFile(path)).includes('secret-of-the-site')).toBe(false)
  await expect(readAll()).rejects.toThrow('is encrypted; set BACKUP_PASSPHRASE')
  await expect(readAll('another one')).rejects.toThrow('BACKUP_PASSPHRASE is not its passphrase')
})

test('without any of its bytes, or with any bit changed, nothing is read', async () => {
  await write()
  const whole = await readFile(path)
  for (let index = 0; index < whole.length; index += 1) {
    await writeFile(path, whole.subarray(0, index))
    await expect(readAll()).rejects.toThrow(/is (damaged|not a backup of NPC Stream)$/)
    const altered = Buffer.from(whole)
    altered.writeUInt8(altered.readUInt8(index) ^ (1 << (index % 8)), index)
    await writeFile(path, altered)
    await expect(readAll()).rejects.toThrow(
      /is damaged|not a backup of NPC Stream|made by a newer|is encrypted/,
    )
  }
})

test('encrypted, a changed byte or a missing one is noticed', async () => {
  await write(PASSPHRASE)
  const whole = await readFile(path)
  for (const index of [whole.length - 40, whole.length - 1]) {
    const altered = Buffer.from(whole)
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index)
    await writeFile(path, altered)
    await expect(readAll(PASSPHRASE)).rejects.toThrow('is damaged, or')
  }
  await writeFile(path, whole.subarray(0, -1))
  await expect(readAll(PASSPHRASE)).rejects.toThrow('is damaged, or')
})

test('a file of a future format is left to the program that wrote it', async () => {
  await writeFile(path, '{"kind":"npc-stream-backup","format":2,"terms":{}}\nwhatever')
  await expect(readAll()).rejects.toThrow('was made by a newer NPC Stream')
})

test('a backup that fails leaves the last one as it was, and nothing beside it', async () => {
  await write()
  const before = await readFile(path)
  async function* failing(): AsyncGenerator<BackupEntry> {
    yield* entries()
    throw new Error('the database went away')
  }
  await expect(writeBackup(path, undefined, failing(), NEVER)).rejects.toThrow('the database went away')
  expect(await readFile(path)).toEqual(before)
  expect(await readdir(folder.path)).toEqual(['a.backup'])
})

test('a backup that is stopped leaves nothing, and reading one ends when it is stopped', async () => {
  const stopping = new AbortController()
  async function* stopped(): AsyncGenerator<BackupEntry> {
    yield* entries()
    stopping.abort()
    yield* entries()
  }
  await expect(writeBackup(path, undefined, stopped(), stopping.signal)).rejects.toThrow('aborted')
  expect(await readdir(folder.path)).toEqual([])
  await write()
  await expect(readBackup(path, undefined, stopping.signal)).rejects.toThrow('aborted')
})

test('a reader that is stopped while it uses the last entry ends', async () => {
  await write()
  const stopping = new AbortController()
  async function readAndStop(): Promise<void> {
    for await (const { head, data } of await readBackup(path, undefined, stopping.signal)) {
      for await (const _ of data);
      if (head.kind === 'file') stopping.abort()
    }
  }
  await expect(readAndStop()).rejects.toThrow('aborted')
})
