import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../settings/cannot-start.server.ts'
import { CONNECT_TIMEOUT_MS, type Db } from './database.server.ts'

const MIGRATION_LOCK = 0x6e70_6373

/**
 * Applies the missing migrations, all or none; instances that start together wait for the first. It needs its own
 * connection: those of the pool time out after seconds, and an index on a large table takes longer.
 */
export async function migrate({ options }: Pick<Db, 'options'>, folder: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // A lost connection also fails the running statement, which is what gets reported.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const applied = await applyMissing(client, folder)
    await client.query('commit')
    return applied
  } finally {
    await client.end()
  }
}

/** Those that the folder has and the database lacks, or of these the given ones. A newer version's database is rejected. */
export async function applyMissing(
  client: pg.ClientBase,
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  // Checked first, so that a role that may not create tables can start when nothing is missing.
  const { rows: found } = await client.query(
    "select to_regclass('schema_migrations') is not null as is_there",
  )
  if (!found[0]?.is_there)
    await client.query(
      'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const applied = new Set(rows.map((row) => row.name))
  const known = await listMigrations(folder)
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0)
    throw new CannotStart(
      `the database was brought up to date by a newer version (${unknown[0]}); start that version, or restore a backup of this one`,
    )
  const missing = known.filter((name) => !applied.has(name) && isWanted(name))
  for (const name of missing) {
    await client.query(await readFile(join(folder, name), 'utf8'))
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  }
  return missing
}

export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}
