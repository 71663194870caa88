import pg from 'pg'
import { startEmbeddedPostgres } from '../../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import type { PostgresProgram } from '../../../app/platform/embedded-postgres/postgres-program.server.ts'
import { openDataFolder } from '../../../app/platform/files/data-folder.server.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { prepareTemplate, silentLog } from './test-database.ts'

export type DatabaseServer = { url: string; close(): Promise<void> }

type Options = { program?: PostgresProgram; isDurable?: boolean }

/** A throw-away server, the embedded program or the given one, with the template of test databases. */
export async function startDatabaseServer({
  program,
  isDurable = false,
}: Options = {}): Promise<DatabaseServer> {
  const temporary = await temporaryFolder()
  const folder = await openDataFolder(temporary.path)
  const postgres = await startEmbeddedPostgres(folder, silentLog, program && (async () => program))
  if (!isDurable) await forgoDurability(postgres.url)
  await prepareTemplate(postgres.url)
  return {
    url: postgres.url,
    close: async () => {
      await postgres.close()
      folder.close()
      await temporary.remove()
    },
  }
}

/** No unit test cuts the power, and a busy disk must not slow them down. */
async function forgoDurability(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
