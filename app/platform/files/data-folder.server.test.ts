import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { openDataFolder } from './data-folder.server.ts'

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('it is created with all its parents, for its owner only', async () => {
  const path = join(folder.path, 'a', 'b')
  const data = await openDataFolder(path)
  expect(await modeOf(path)).toBe(0o700)
  expect(await modeOf(join(path, 'lock'))).toBe(0o600)
  data.close()
})

test('a secret is created once and readable by its owner only', async () => {
  const data = await openDataFolder(folder.path)
  const secret = await data.secret('visitor-secret')
  expect(secret).toHaveLength(43)
  expect(await data.secret('visitor-secret')).toBe(secret)
  expect(await readFile(join(folder.path, 'visitor-secret'), 'utf8')).toBe(secret)
  expect(await modeOf(join(folder.path, 'visitor-secret'))).toBe(0o600)
  data.close()
})

test.each([0o770, 0o707, 0o1777])(
  'a folder of mode %o, which others can write, is rejected',
  async (mode) => {
    const path = join(folder.path, 'open')
    await mkdir(path)
    await chmod(path, mode)
    await expect(openDataFolder(path)).rejects.toThrow(
      `DATA_DIR ${path} can be written by other users; run "chmod go-w ${path}"`,
    )
  },
)

test.each(['/proc/npc-stream', '/proc/npc-stream/data'])(
  '%s, where no folder can be created, is rejected',
  async (path) => {
    await expect(openDataFolder(path)).rejects.toThrow(`DATA_DIR ${path} cannot be written (ENOENT)`)
  },
)
