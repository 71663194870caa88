import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
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
  const unlock = lockFile(join(path, 'lock'))
  if (unlock === undefined)
    throw new CannotStart(
      `DATA_DIR ${path} is in use by another NPC Stream; stop that one or set another DATA_DIR`,
    )
  return { path, secret: (name) => readOrMakeSecret(join(path, name)), close: unlock }
}

async function readOrMakeSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept !== '') return kept
  const secret = randomBytes(32).toString('base64url')
  await writeFile(`${path}.new`, secret, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}
