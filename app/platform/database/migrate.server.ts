import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Db } from './database.server.ts'

const MIGRATION_LOCK = 0x6e70_6373

/** Applies what is missing, all of it or nothing; instances that start together wait for the first. */
export async function migrate(db: Db, folder: string): Promise<string[]> {
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const applied = await applyMissing(client, folder)
    await client.query('commit')
    client.release()
    return applied
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function applyMissing(client: pg.PoolClient, folder: string): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const known = new Set(rows.map((row) => row.name))
  const missing = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !known.has(name)).sort()
  for (const name of missing) {
    await client.query(await readFile(join(folder, name), 'utf8'))
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  }
  return missing
}
