import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { BackupEntry } from '../../app/platform/backup/backup-entries.server.ts'
import { writeBackup } from '../../app/platform/backup/backup-file.server.ts'
import { copyOut, listTables } from '../../app/platform/backup/table-copies.server.ts'
import { copyLedger, LEDGER_FILES } from '../../app/platform/embedded-ledger/copy-ledger.server.ts'

type Site = {
  databaseUrl: string
  visitorSecret: string
  /** Where an embedded ledger is, if there is one. */
  ledgerFolder: string
}

/** Writes everything that a site must not lose into one file, as of one moment, while the site runs. */
export async function backUpSite(
  site: Site,
  path: string,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const scratch = await mkdtemp(join(dirname(path), '.backup-'))
  const client = new pg.Client({ connectionString: site.databaseUrl })
  // A lost connection also fails the running statement, which is what gets reported.
  client.on('error', () => {})
  try {
    await client.connect()
    await writeBackup(path, passphrase, entriesOf(site, client, scratch), signal)
  } finally {
    await client.end()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function* entriesOf(
  { visitorSecret, ledgerFolder }: Site,
  client: pg.Client,
  scratch: string,
): AsyncGenerator<BackupEntry> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const [migrations, sequences] = [await listApplied(client), await readSequences(client)]
  yield { head: { kind: 'site', visitorSecret, migrations, sequences }, data: nothing() }
  for (const table of await listTables(client))
    yield { head: { kind: 'table', ...table }, data: copyOut(client, table) }
  await client.query('commit')
  if (!existsSync(ledgerFolder)) return
  // After the tables: the ledger then has every payment that they name.
  await copyLedger(ledgerFolder, scratch)
  for (const name of LEDGER_FILES)
    yield { head: { kind: 'file', name }, data: createReadStream(join(scratch, name)) }
}

async function listApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function* nothing(): AsyncGenerator<Buffer> {}
