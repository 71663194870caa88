import { openDataFolder } from '../../app/platform/data-folder.server.ts'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import type { PostgresProgram } from '../../app/platform/embedded-postgres/postgres-program.server.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { silentLog } from './test-database.ts'

export type DatabaseServer = { url: string; close(): Promise<void> }

/** A throw-away server under our supervisor: the embedded program, or the one given. */
export async function startDatabaseServer(program?: PostgresProgram): Promise<DatabaseServer> {
  const temporary = await temporaryFolder()
  const folder = await openDataFolder(temporary.path)
  const postgres = await startEmbeddedPostgres(folder, silentLog, program && (async () => program))
  return {
    url: postgres.url,
    close: async () => {
      await postgres.close()
      folder.close()
      await temporary.remove()
    },
  }
}
