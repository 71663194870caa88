import { glob, readFile } from 'node:fs/promises'
import {
  findChromium,
  findDebianPostgres,
  findHeadlessShell,
  findOrInstall,
} from '../../scripts/support/find-program.ts'
import { startDatabaseServer } from '../support/database/database-server.ts'
import { runCommands } from './run-commands.ts'

/** Uses the database server under test, or runs a whole site. */
const USES_DATABASE = /databaseServer|runSite|site-test/
/** A comment in test files that hardly depend on the database. */
const SAME_ON_ANY = /^\/\/ Same on any database/m
/** In the titles of browser tests that only check how pages look. */
const APPEARANCE = '@appearance'

async function listFiles(pattern: string): Promise<string[]> {
  const files: string[] = []
  for await (const path of glob(pattern)) {
    const source = await readFile(path, 'utf8')
    if (USES_DATABASE.test(source) && !SAME_ON_ANY.test(source)) files.push(path)
  }
  return files
}

// Repeats the tests that use the database on Debian's PostgreSQL server.
await runCommands(async (run) => {
  findOrInstall(findChromium, 'chromium')
  findOrInstall(findHeadlessShell, 'chromium-headless-shell')
  const program = findOrInstall(findDebianPostgres, 'postgresql')
  const server = await startDatabaseServer({ program })
  try {
    const onServer = { TEST_DATABASE_SERVER: server.url }
    await run('vitest', ['run', ...(await listFiles('{app,db,server,tests}/**/*.test.ts'))], onServer)
    const browserTests = await listFiles('tests/e2e/*.spec.ts')
    await run('playwright', ['test', '--grep-invert', APPEARANCE, ...browserTests], onServer)
  } finally {
    await server.close()
  }
})
