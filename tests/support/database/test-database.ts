import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { type Db, openDatabase } from '../../../app/platform/database/database.server.ts'
import { migrate } from '../../../app/platform/database/migrate.server.ts'

export const silentLog = pino({ level: 'silent' })
export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

export type EmptyDatabase = { url: string; drop(): Promise<void> }
export type TestDatabase = { db: Db; url: string; drop(): Promise<void> }

export async function emptyDatabase(server: string): Promise<EmptyDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

/** A migrated and seeded database for one test file. */
export async function testDatabase(server: string): Promise<TestDatabase> {
  const { url, drop } = await emptyDatabase(server)
  const db = openDatabase(url, silentLog)
  await migrate(db, MIGRATIONS)
  return {
    db,
    url,
    drop: async () => {
      await db.end()
      await drop()
    },
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
