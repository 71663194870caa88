// Same on any database: the fixtures come from embedded ones.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { applyMissing, listMigrations } from '../../app/platform/database/migrate.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { emptyDatabase, MIGRATIONS } from '../support/database/test-database.ts'
import { startSite } from '../support/site/site-process.ts'
import { COMPILE_CACHE } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'
import { until } from '../support/until.ts'

const RELEASES = fileURLToPath(new URL('../fixtures/releases/', import.meta.url))
const RESTORE = fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url))
const MIGRATE = new URL('../../app/platform/database/migrate.server.ts', import.meta.url)
/** As `npm run check:release` makes the fixtures. */
const VOTERS = 20
/** A release that renames one of these must still find the old name. */
const DATA_FOLDER = ['database-password', 'ledger', 'lock', 'postgres', 'visitor-secret']
const KILLS = 20
const FIRST_MISSING = '0006'

const run = promisify(execFile)

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

describe.skipIf(testEnvironment.databaseServer !== undefined)('a site of', () => {
  test.each(readdirSync(RELEASES))('%s opens in this version with everything', async (fixture) => {
    const variables = { DATA_DIR: join(folder.path, 'data') }
    const env = { PATH: testEnvironment.path, HOME: testEnvironment.home, ...COMPILE_CACHE, ...variables }
    await run(process.execPath, [RESTORE, join(RELEASES, fixture)], { env })
    expect(await readdir(variables.DATA_DIR)).toEqual(expect.arrayContaining(DATA_FOLDER))

    const site = startSite({ ...variables, TRUST_PROXY: '127.0.0.1' })
    onTestFinished(async () => void (await site.stop()))
    const address = await site.opened
    expect(await likes(address)).toBe(VOTERS)
    await like(address, '10.0.0.1')
    expect(await likes(address), 'who has voted before changes nothing').toBe(VOTERS)
    await like(address, '10.1.0.1')
    expect(await likes(address)).toBe(VOTERS + 1)
    expect(await (await fetch(`${address}/api/npcs/1/donations`)).json()).toMatchObject({
      recent: [{ username: 'Ann', amount: 0.5 }],
      total: 0.5,
      supporters: 1,
    })
  })
})

async function likes(site: string): Promise<number> {
  const npcs = (await (await fetch(`${site}/api/npcs`)).json()) as { likes: number }[]
  return npcs[0]?.likes ?? 0
}

async function like(site: string, address: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const body = JSON.stringify({ vote_type: 'like' })
  expect((await fetch(`${site}/api/npcs/1/vote`, { method: 'PUT', headers, body })).status).toBe(200)
}

test(`an upgrade that is killed ${KILLS} times, after each of its steps, changes nothing until it is whole`, async () => {
  const { url, drop } = await emptyDatabase(inject('databaseServer'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  await applyMissing(client, MIGRATIONS, (name) => name < FIRST_MISSING)
  await client.query("select set_vote(1, 'a visitor', 'like')")
  const { migrations, steps } = await migrationsWithStops()
  const before = await applied(client)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const stop = kill % steps
    await client.query('select pg_advisory_lock($1)', [stop])
    const upgrade = startMigrating(url, migrations)
    await untilStopped(client, stop)
    upgrade.kill('SIGKILL')
    await once(upgrade, 'exit')
    await client.query('select pg_advisory_unlock($1)', [stop])
    expect(await applied(client)).toEqual(before)
  }
  const [code] = await once(startMigrating(url, migrations), 'exit')
  expect(code).toBe(0)
  expect(await applied(client)).toEqual(await listMigrations(migrations))
  expect((await client.query('select likes::int from npcs where id = 1')).rows).toEqual([{ likes: 1 }])
})

/** After each migration that is still missing, one that waits while the test holds the lock of that number. */
async function migrationsWithStops(): Promise<{ migrations: string; steps: number }> {
  const migrations = join(folder.path, 'migrations')
  await cp(MIGRATIONS, migrations, { recursive: true })
  const missing = (await listMigrations(MIGRATIONS)).filter((name) => name >= FIRST_MISSING)
  for (const [stop, name] of missing.entries())
    await writeFile(
      join(migrations, name.replace('.sql', '-stop.sql')),
      `select pg_advisory_xact_lock_shared(${stop})`,
    )
  return { migrations, steps: missing.length }
}

function startMigrating(url: string, migrations: string) {
  const program = `const { migrate } = await import('${MIGRATE}')
    await migrate({ options: { connectionString: '${url}' } }, '${migrations}')`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
}

async function untilStopped(client: pg.Client, stop: number): Promise<void> {
  await until(async () => {
    const { rowCount } = await client.query(
      `select from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and objid = $1 and not granted`,
      [stop],
    )
    return rowCount === 1
  })
}

async function applied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}
