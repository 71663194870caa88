import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { BackedUpSite, BackupEntry } from '../../app/platform/backup/backup-entries.server.ts'
import { copyIn, listTables, type Table } from '../../app/platform/backup/table-copies.server.ts'
import { applyMissing, listMigrations } from '../../app/platform/database/migrate.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { MIGRATIONS } from '../resources/migrations-folder.ts'

/** Fills an empty database, whole or not at all, and writes the backup's files to a folder. */
export async function restoreDatabase(
  url: string,
  site: BackedUpSite,
  entries: AsyncIterable<BackupEntry>,
  filesFolder: string,
): Promise<void> {
  await assertKnown(site.migrations)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await assertEmpty(client)
    await applyMissing(client, MIGRATIONS, (name) => site.migrations.includes(name))
    const tables = await listTables(client)
    await setTriggers(client, tables, 'disable')
    for (const { name } of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
    for await (const { head, data } of entries)
      if (head.kind === 'table') await copyIn(client, head, data)
      else if (head.kind === 'file')
        await pipeline(data, createWriteStream(join(filesFolder, head.name), { mode: 0o600, flush: true }))
    for (const [name, value] of Object.entries(site.sequences))
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value])
    await setTriggers(client, tables, 'enable')
    await applyMissing(client, MIGRATIONS)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function assertKnown(migrations: string[]): Promise<void> {
  const known = new Set(await listMigrations(MIGRATIONS))
  if (!migrations.every((name) => known.has(name)))
    throw new CannotStart('the backup was made by a newer NPC Stream; restore it with that one')
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' limit 1",
  )
  if (rows.length > 0) throw new CannotStart('the database has tables; restore into an empty one')
}

/** They announce and count what the site does; the rows have been announced and counted. */
async function setTriggers(client: pg.Client, tables: Table[], state: 'enable' | 'disable'): Promise<void> {
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} ${state} trigger user`)
}
