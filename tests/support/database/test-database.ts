import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { type Db, openDatabase } from '../../../app/platform/database/database.server.ts'
import { migrate } from '../../../app/platform/database/migrate.server.ts'

export const silentLog = pino({ level: 'silent' })
export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

const TEMPLATE = 'migrated'
const DUPLICATE_DATABASE = '42P04'

export type EmptyDatabase = { url: string; drop(): Promise<void> }
export type TestDatabase = { db: Db; url: string; drop(): Promise<void> }

export function emptyDatabase(server: string): Promise<EmptyDatabase> {
  return createDatabase(server, 'template1')
}

/** A migrated and seeded database for one test file, on a server that has the template. */
export async function testDatabase(server: string): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(server, TEMPLATE)
  const db = openDatabase(url, silentLog)
  return {
    db,
    url,
    drop: async () => {
      await db.end()
      await drop()
    },
  }
}

/** Its copies cost a fifth of what the migrations cost. A server that is tested again may have it already. */
export async function prepareTemplate(server: string): Promise<void> {
  await onServer(server, `create database ${TEMPLATE}`).catch((error) => {
    if (error.code !== DUPLICATE_DATABASE) throw error
  })
  const db = openDatabase(onSameServer(server, TEMPLATE), silentLog)
  await migrate(db, MIGRATIONS)
  await db.end()
}

async function createDatabase(server: string, template: string): Promise<EmptyDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  return {
    url: onSameServer(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

function onSameServer(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
