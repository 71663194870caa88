import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { type EmptyDatabase, emptyDatabase } from '../../../tests/support/database/test-database.ts'
import { openTestPool } from '../../../tests/support/database/test-pool.ts'
import { migrate } from './migrate.server.ts'

/** The site's pool gives up after eleven seconds; this one sooner, to keep the test short. */
const PATIENCE_MS = 300

let folder: TemporaryFolder
let database: EmptyDatabase
let db: pg.Pool

beforeEach(async () => {
  folder = await temporaryFolder()
  database = await emptyDatabase(inject('databaseServer'))
  db = openTestPool({ connectionString: database.url })
})

afterEach(async () => {
  await db.end()
  await database.drop()
  await folder.remove()
})

function impatientPool(): pg.Pool {
  const pool = openTestPool({
    connectionString: database.url,
    query_timeout: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    idle_in_transaction_session_timeout: PATIENCE_MS,
  })
  onTestFinished(() => pool.end())
  return pool
}

const SLOW = `select pg_sleep(${(3 * PATIENCE_MS) / 1000}); create table slow (id integer);`

test('a migration may take longer than a query', async () => {
  await writeFile(join(folder.path, '0001-slow.sql'), SLOW)
  expect(await migrate(impatientPool(), folder.path)).toEqual(['0001-slow.sql'])
  expect((await db.query('select count(*)::int as rows from slow')).rows).toEqual([{ rows: 0 }])
})

test('an instance waits for the slow migration of another instance', async () => {
  await writeFile(join(folder.path, '0001-slow.sql'), SLOW)
  const impatient = impatientPool()
  const applied = await Promise.all([migrate(impatient, folder.path), migrate(impatient, folder.path)])
  expect(applied.flat()).toEqual(['0001-slow.sql'])
})

test('a failing migration leaves nothing behind', async () => {
  await writeFile(join(folder.path, '0001-good.sql'), 'create table good (id integer)')
  await writeFile(join(folder.path, '0002-bad.sql'), 'create table bad (id nonsense)')
  await expect(migrate(db, folder.path)).rejects.toThrow('type "nonsense" does not exist')
  await expect(db.query('select from good')).rejects.toThrow('does not exist')
})

test('a role that may only read and write rows can start when no migration is missing', async () => {
  await writeFile(join(folder.path, '0001-first.sql'), 'create table first (id integer)')
  await migrate(db, folder.path)
  const role = `test_${randomBytes(6).toString('hex')}`
  await db.query(`create role ${role} login password 'for tests only'`)
  await db.query(`grant usage on schema public to ${role}`)
  await db.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
  const url = new URL(database.url)
  url.username = role
  url.password = 'for tests only'
  const site = openTestPool({ connectionString: url.href })
  expect(await migrate(site, folder.path)).toEqual([])
  await site.end()
  await db.query(`drop owned by ${role}`)
  await db.query(`drop role ${role}`)
})

test('a database of a newer version is rejected in one line and left alone', async () => {
  await writeFile(join(folder.path, '0001-first.sql'), 'create table first (id integer)')
  await migrate(db, folder.path)
  await db.query("insert into schema_migrations (name) values ('0003-future.sql')")
  await writeFile(join(folder.path, '0002-second.sql'), 'create table second (id integer)')
  await expect(migrate(db, folder.path)).rejects.toThrow(
    /^the database was brought up to date by a newer version \(0003-future\.sql\); .+$/,
  )
  await expect(db.query('select from second')).rejects.toThrow('does not exist')
})
