import { glob, readFile } from 'node:fs/promises'
import {
  findChromium,
  findDebianPostgres,
  findHeadlessShell,
  findOrInstall,
} from '../../scripts/support/find-program.ts'
import { startDatabaseServer } from '../support/database/database-server.ts'
import { runRound } from './run-round.ts'

/** Meets the database: asks for the server under test, or runs a whole site. */
const MEETS_DATABASE = /databaseServer|runSite|site-test/
/** A comment in the test's file, for what has little to do with it. */
const SAME_ON_ANY = /^\/\/ Same on any database/m
/** How pages look, in the titles of journeys. */
const APPEARANCE = '@appearance'

async function listFiles(pattern: string): Promise<string[]> {
  const files: string[] = []
  for await (const path of glob(pattern)) {
    const source = await readFile(path, 'utf8')
    if (MEETS_DATABASE.test(source) && !SAME_ON_ANY.test(source)) files.push(path)
  }
  return files
}

/** What meets the database, once more on a PostgreSQL server: Debian's. */
await runRound(async (run) => {
  findOrInstall(findChromium, 'chromium')
  findOrInstall(findHeadlessShell, 'chromium-headless-shell')
  const program = findOrInstall(findDebianPostgres, 'postgresql')
  const server = await startDatabaseServer({ program })
  try {
    const onServer = { TEST_DATABASE_SERVER: server.url }
    await run('vitest', ['run', ...(await listFiles('{app,db,server,tests}/**/*.test.ts'))], onServer)
    const journeys = await listFiles('tests/e2e/*.spec.ts')
    await run('playwright', ['test', '--grep-invert', APPEARANCE, ...journeys], onServer)
  } finally {
    await server.close()
  }
})
