import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDebianPostgres } from '../../../scripts/support/find-program.ts'
import { type TemporaryFolder, temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { openDataFolder } from '../files/data-folder.server.ts'
import { startEmbeddedPostgres } from './embedded-postgres.server.ts'
import type { PostgresProgram } from './postgres-program.server.ts'
import { chooseLaunch } from './unprivileged.server.ts'

const program = findDebianPostgres()
const isRoot = process.getuid?.() === 0
const NOBODY = 65534

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

describe.skipIf(!isRoot || program === undefined)('as root', () => {
  const withNamespaces = program as PostgresProgram
  /** The same happens where unshare is missing or not allowed. */
  const withoutNamespaces = { ...withNamespaces, env: { PATH: '/nowhere' } }

  async function ownerAfterRunning(chosen: PostgresProgram): Promise<number> {
    const data = await openDataFolder(folder.path)
    const postgres = await startEmbeddedPostgres(data, silentLog, async () => chosen)
    await postgres.close()
    data.close()
    return (await stat(join(folder.path, 'postgres'))).uid
  }

  test('the server runs in a user namespace, and the files stay root’s', async () => {
    expect(await ownerAfterRunning(withNamespaces)).toBe(0)
  })

  test('without namespaces it runs as nobody, and a later change of owner includes the files', async () => {
    expect(await ownerAfterRunning(withoutNamespaces)).toBe(NOBODY)
    expect(await ownerAfterRunning(withNamespaces)).toBe(0)
    expect(await ownerAfterRunning(withoutNamespaces)).toBe(NOBODY)
  })

  test('it says so when nobody cannot reach the folder', async () => {
    const data = await openDataFolder(join(folder.path, 'data'))
    await chmod(folder.path, 0o700)
    await expect(chooseLaunch(withoutNamespaces, data.path)).rejects.toThrow('start as an ordinary user')
    data.close()
  })
})
