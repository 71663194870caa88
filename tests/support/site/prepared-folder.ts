import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openDatabase } from '../../../app/platform/database/database.server.ts'
import { migrate } from '../../../app/platform/database/migrate.server.ts'
import { startEmbeddedPostgres } from '../../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { openDataFolder } from '../../../app/platform/files/data-folder.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { MIGRATIONS, silentLog } from '../database/test-database.ts'
import { testEnvironment } from './test-environment.ts'

const run = promisify(execFile)

/** Made once for all tests: copies save each site `initdb` and the migrations. */
export async function prepareFolder(): Promise<() => Promise<void>> {
  const temporary = await temporaryFolder()
  const folder = await openDataFolder(temporary.path)
  const postgres = await startEmbeddedPostgres(folder, silentLog)
  const owner = openDatabase(postgres.url, silentLog)
  await migrate(owner, MIGRATIONS)
  await owner.end()
  await postgres.close()
  folder.close()
  testEnvironment.preparedFolder.set(temporary.path)
  return temporary.remove
}

/** With a new database, and without the other things that a first start creates. */
export async function copyOfPreparedFolder(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder()
  const prepared = testEnvironment.preparedFolder.get()
  if (prepared) await run('cp', ['-Rp', `${prepared}/.`, folder.path])
  return folder
}
