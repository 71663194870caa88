// Same on any database: it starts its own servers.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../app/platform/database/database.server.ts'
import { migrate } from '../../app/platform/database/migrate.server.ts'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import type { PostgresProgram } from '../../app/platform/embedded-postgres/postgres-program.server.ts'
import { openDataFolder } from '../../app/platform/files/data-folder.server.ts'
import { findDebianPostgres } from '../../scripts/support/find-program.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../tests/support/database/test-database.ts'
import { MIGRATIONS } from '../resources/migrations-folder.ts'
import { backUpSite } from './back-up-site.ts'
import { openBackup, restoreFolder } from './restore-site.ts'

const debian = findDebianPostgres()
const NEVER = new AbortController().signal

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

async function onServerOf(
  dataDir: string,
  program: PostgresProgram | undefined,
  work: (db: Db, url: string) => Promise<void>,
): Promise<void> {
  const data = await openDataFolder(dataDir)
  try {
    const postgres = await startEmbeddedPostgres(data, silentLog, program && (async () => program))
    const db = openDatabase(postgres.url, silentLog)
    await work(db, postgres.url)
    await db.end()
    await postgres.close()
  } finally {
    data.close()
  }
}

const COUNTS = 'select likes::int, (select count(*)::int from npc_votes) as votes from npcs where id = 1'

test.skipIf(debian === undefined)(
  'a site of an older major version of PostgreSQL is rejected, and moves by backup and restore as the message says',
  async () => {
    const [older, newer] = [join(folder.path, 'older'), join(folder.path, 'newer')]
    const file = join(folder.path, 'site.backup')
    await onServerOf(older, debian, async (db, databaseUrl) => {
      await migrate(db, MIGRATIONS)
      await db.query("select set_vote(1, 'a visitor', 'like')")
      await backUpSite(
        { databaseUrl, visitorSecret: 'secret', ledgerFolder: join(older, 'none') },
        file,
        undefined,
        NEVER,
      )
    })
    await expect(onServerOf(older, undefined, async () => {})).rejects.toThrow(
      /was made by PostgreSQL \d+, this is \d+; write a backup with .* and restore it with this one into a new DATA_DIR$/,
    )
    await restoreFolder(await openBackup(file, undefined, NEVER), newer, silentLog)
    await onServerOf(newer, undefined, async (db) => {
      expect(await migrate(db, MIGRATIONS)).toEqual([])
      expect((await db.query(COUNTS)).rows).toEqual([{ likes: 1, votes: 1 }])
    })
  },
)
