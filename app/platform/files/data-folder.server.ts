import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { succeeds } from '../async/succeeds.ts'
import { CannotStart } from '../settings/cannot-start.server.ts'
import { lockFile } from './file-lock.server.ts'

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>

const OWNER_ONLY = 0o700
const OTHERS_MAY_WRITE = 0o022

export async function openDataFolder(path: string) {
  await prepareDataFolder(path)
  await appendFile(join(path, 'lock'), '', { mode: 0o600 }).catch((error) => throwUnwritable(path, error))
  const realPath = await realpath(path)
  const unlock = lockFile(join(realPath, 'lock'))
  if (unlock === undefined)
    throw new CannotStart(
      `DATA_DIR ${path} is in use by another NPC Stream; stop that one or set another DATA_DIR`,
    )
  return { path: realPath, secret: (name: string) => readOrMakeSecret(join(realPath, name)), close: unlock }
}

/** Only its owner may write there: we read programs and secrets from it. */
export async function prepareDataFolder(path: string): Promise<void> {
  await makeFolder(path).catch((error) => throwUnwritable(path, error))
  const { mode } = await stat(path)
  if ((mode & OTHERS_MAY_WRITE) !== 0)
    throw new CannotStart(`DATA_DIR ${path} can be written by other users; run "chmod go-w ${path}"`)
}

/** Node's recursive mkdir never returns where no folder can be created, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWNER_ONLY })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || (await succeeds(stat(dirname(path))))) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode: OWNER_ONLY })
  }
}

function throwUnwritable(path: string, { code }: NodeJS.ErrnoException): never {
  throw new CannotStart(`DATA_DIR ${path} cannot be written (${code})`)
}

/** A random text, created at the first call and kept in the folder. */
async function readOrMakeSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new CannotStart(`${path} cannot be read (${error.code})`)
  })
  if (kept) return kept
  const secret = randomBytes(32).toString('base64url')
  await writeDurably(path, secret)
  return secret
}

/** Atomic, and on disk after a power failure: a secret that is created twice is lost. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: true })
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await rename(unfinished, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
}
