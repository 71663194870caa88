import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { listTables } from '../../app/platform/backup/table-copies.server.ts'
import { applyMissing } from '../../app/platform/database/migrate.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import {
  type EmptyDatabase,
  emptyDatabase,
  MIGRATIONS,
  type TestDatabase,
  testDatabase,
} from '../../tests/support/database/test-database.ts'
import { backUpSite } from './back-up-site.ts'
import { restoreDatabase } from './restore-database.ts'
import { openBackup, restoreServer } from './restore-site.ts'

const VISITOR_SECRET = 'a secret of 32 random characters'
const NEVER = new AbortController().signal

let source: TestDatabase
let target: EmptyDatabase
let folder: TemporaryFolder
let path: string

beforeEach(async () => {
  source = await testDatabase(inject('databaseServer'))
  target = await emptyDatabase(inject('databaseServer'))
  folder = await temporaryFolder()
  path = join(folder.path, 'site.backup')
})

afterEach(async () => {
  await source.drop()
  await target.drop()
  await folder.remove()
})

function backUp(databaseUrl = source.url): Promise<void> {
  const ledgerFolder = join(folder.path, 'no ledger')
  return backUpSite({ databaseUrl, visitorSecret: VISITOR_SECRET, ledgerFolder }, path, undefined, NEVER)
}

async function restore(): Promise<void> {
  const { site, entries } = await openBackup(path, undefined, NEVER)
  await restoreDatabase(target.url, site, entries, folder.path)
}

/** Every row of every table as text, and where the sequences stand. */
async function contentOf(url: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const content: Record<string, unknown[]> = {}
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(
      `select row::text from ${pg.escapeIdentifier(name)} as row order by 1`,
    )
    content[name] = rows
  }
  const { rows } = await client.query('select sequencename, last_value from pg_sequences order by 1')
  content['the sequences'] = rows
  await client.end()
  return content
}

test('an empty database becomes the same, row by row', async () => {
  await source.db.query("select set_vote(1, 'a visitor', 'like'), set_vote(2, 'a visitor', 'dislike')")
  await source.db.query(`update npcs set name = E'Zoë\\t"quoted"\\n\\\\ back' where id = 3`)
  await source.db.query('insert into events (name, data) values (\'stream\', \'{"npc_id":"1"}\')')
  const before = await contentOf(source.url)
  expect(before.npc_votes).toHaveLength(2)
  await backUp()
  await restore()
  expect(await contentOf(target.url)).toEqual(before)
})

test('a backup of an older schema is brought up to date', async () => {
  const older = await emptyDatabase(inject('databaseServer'))
  const client = new pg.Client({ connectionString: older.url })
  await client.connect()
  await applyMissing(client, MIGRATIONS, (name) => name < '0006')
  await client.query("select set_vote(1, 'a visitor', 'like')")
  await client.end()
  await backUp(older.url)
  await older.drop()
  await restore()
  const restored = await contentOf(target.url)
  expect(restored.npc_votes).toHaveLength(1)
  expect(Object.keys(restored)).toEqual(Object.keys(await contentOf(source.url)))
})

test('a backup of a newer schema is rejected, and nothing is created', async () => {
  await source.db.query("insert into schema_migrations (name) values ('9999-of-the-future.sql')")
  await backUp()
  await expect(restore()).rejects.toThrow('was made by a newer NPC Stream')
  expect(await contentOf(target.url)).toEqual({ 'the sequences': [] })
})

test('a database with tables is rejected, and keeps its rows', async () => {
  await backUp()
  await restore()
  const before = await contentOf(target.url)
  await expect(restore()).rejects.toThrow('the database has tables; restore into an empty one')
  expect(await contentOf(target.url)).toEqual(before)
})

test('a restore that fails half-way leaves the database empty', async () => {
  await source.db.query('create table extra (id integer); insert into extra values (1)')
  await backUp()
  await expect(restore()).rejects.toThrow('relation "extra" does not exist')
  expect(await contentOf(target.url)).toEqual({ 'the sequences': [] })
})

test('a restore that fails leaves the data folder empty, so the next one can use it', async () => {
  const dataDir = join(folder.path, 'data')
  await source.db.query('create table extra (id integer)')
  await backUp()
  const backup = await openBackup(path, undefined, NEVER)
  await expect(restoreServer(backup, target.url, dataDir)).rejects.toThrow('relation "extra" does not exist')
  expect(await readdir(dataDir)).toEqual([])
})

test('a restore that is stopped leaves the database and the data folder empty', async () => {
  const dataDir = join(folder.path, 'data')
  await backUp()
  const stopping = new AbortController()
  const { site, entries } = await openBackup(path, undefined, stopping.signal)
  async function* stopped(): typeof entries {
    stopping.abort()
    yield* entries
  }
  await expect(restoreServer({ site, entries: stopped() }, target.url, dataDir)).rejects.toThrow('aborted')
  expect(await readdir(dataDir)).toEqual([])
  expect(await contentOf(target.url)).toEqual({ 'the sequences': [] })
})

test('a backup whose folder is missing fails, and keeps no connection', async () => {
  const site = { databaseUrl: target.url, visitorSecret: VISITOR_SECRET, ledgerFolder: folder.path }
  await expect(
    backUpSite(site, join(folder.path, 'missing', 'site.backup'), undefined, NEVER),
  ).rejects.toThrow('ENOENT')
  const { rows } = await source.db.query('select from pg_stat_activity where datname = $1', [
    new URL(target.url).pathname.slice(1),
  ])
  expect(rows).toEqual([])
})
