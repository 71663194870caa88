import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, open, readFile, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.server.ts'
import { lockFile } from './file-lock.server.ts'

export type DataFolder = {
  path: string
  /** A random text made at the first call and kept in the folder from then on. */
  secret(name: string): Promise<string>
  close(): void
}

export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await appendFile(join(path, 'lock'), '')
  } catch (error) {
    throw new CannotStart(`DATA_DIR ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
  const realPath = await realpath(path)
  const unlock = lockFile(join(realPath, 'lock'))
  if (unlock === undefined)
    throw new CannotStart(
      `DATA_DIR ${path} is in use by another NPC Stream; stop that one or set another DATA_DIR`,
    )
  return { path: realPath, secret: (name) => readOrMakeSecret(join(realPath, name)), close: unlock }
}

async function readOrMakeSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new CannotStart(`${path} cannot be read (${error.code})`)
  })
  if (kept) return kept
  const secret = randomBytes(32).toString('base64url')
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(secret)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  return secret
}
