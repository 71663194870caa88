import type pg from 'pg'
import { findRunningPostgres } from '../../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { emptyDatabase } from '../database/test-database.ts'
import { openTestPool } from '../database/test-pool.ts'
import { copyOfPreparedFolder } from './prepared-folder.ts'
import { type Ended, startSite } from './site-process.ts'
import { databaseVariables } from './site-variables.ts'
import { testEnvironment } from './test-environment.ts'

export type RunningSite = {
  url: string
  pid: number
  dataDir: string
  databaseUrl: string
  rtmpPort: number
  database: pg.Pool
  output(): { out: string; err: string }
  stop(): Promise<Ended>
  /** Ends the process and starts it again under the same addresses. */
  restart(signal: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

const openSites = new Set<RunningSite>()

/** Closes every site that a failed test left open. */
export async function closeOpenSites(): Promise<void> {
  await Promise.all([...openSites].map((site) => site.close()))
}

/** A complete site, on its embedded database or on an empty database of the server under test. */
export async function runSite(variables: Record<string, string> = {}): Promise<RunningSite> {
  const server = testEnvironment.databaseServer
  const folder = await (server ? temporaryFolder() : copyOfPreparedFolder())
  const given = server ? await emptyDatabase(server) : undefined
  const all = {
    DATA_DIR: folder.path,
    ...(given && databaseVariables(given.url)),
    ...variables,
  }
  let site = startSite(all)
  const url = await site.opened
  const rtmpPort = /rtmp:\/\/localhost:(\d+)/.exec(site.output().out)?.[1] ?? ''
  const databaseUrl = given?.url ?? (await embeddedDatabaseUrl(folder.path))
  const running: RunningSite = {
    url,
    pid: site.pid,
    dataDir: folder.path,
    databaseUrl,
    rtmpPort: Number(rtmpPort),
    database: openTestPool({ connectionString: databaseUrl }),
    output: () => site.output(),
    stop: () => site.stop(),
    restart: async (signal) => {
      await site.stop(signal)
      site = startSite({ ...all, PORT: new URL(url).port, RTMP_PORT: rtmpPort })
      await site.opened
      if (given) return
      // The embedded database has another port now.
      await running.database.end()
      running.databaseUrl = await embeddedDatabaseUrl(folder.path)
      running.database = openTestPool({ connectionString: running.databaseUrl })
    },
    close: async () => {
      openSites.delete(running)
      await running.database.end()
      await site.stop()
      await given?.drop()
      await folder.remove()
    },
  }
  openSites.add(running)
  return running
}

export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const url = await findRunningPostgres(dataDir)
  if (url === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return url
}
