import pg from 'pg'
import { findRunningPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { type Ended, startSite } from './site-process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { emptyDatabase } from './test-database.ts'
import { testEnvironment } from './test-environment.ts'

export type RunningSite = {
  url: string
  pid: number
  dataDir: string
  databaseUrl: string
  database: pg.Pool
  output(): { out: string; err: string }
  stop(): Promise<Ended>
  close(): Promise<void>
}

/** A whole site of its own, on the embedded database or on an empty one of the server under test. */
export async function runSite(variables: Record<string, string> = {}): Promise<RunningSite> {
  const server = testEnvironment.databaseServer
  const folder = await temporaryFolder()
  const given = server ? await emptyDatabase(server) : undefined
  const site = startSite({
    DATA_DIR: folder.path,
    ...(given && { DATABASE_URL: given.url, VISITOR_SECRET: 'for tests only' }),
    ...variables,
  })
  const url = await site.opened
  const databaseUrl = given?.url ?? (await embeddedDatabaseUrl(folder.path))
  const database = new pg.Pool({ connectionString: databaseUrl })
  database.on('error', () => {})
  return {
    url,
    pid: site.pid,
    dataDir: folder.path,
    databaseUrl,
    database,
    output: site.output,
    stop: () => site.stop(),
    close: async () => {
      await database.end()
      await site.stop()
      await given?.drop()
      await folder.remove()
    },
  }
}

export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const url = await findRunningPostgres(dataDir)
  if (url === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return url
}
