import type { Db } from '../../app/platform/database/database.server.ts'
import { listMigrations } from '../../app/platform/database/migrate.server.ts'
import { MIGRATIONS } from '../resources/migrations-folder.ts'

type Row = { version: string; number: number; bytes: string; now: number; applied: string[] }

export async function askDatabase(db: Db) {
  const sentAt = Date.now()
  const { rows } = await db.query<Row>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_database_size(current_database())::text as bytes,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       array(select name from schema_migrations) as applied`,
  )
  const { version = '', number = 0, bytes = '0', now = 0, applied = [] } = rows[0] ?? {}
  const missing = (await listMigrations(MIGRATIONS)).filter((name) => !applied.includes(name))
  return {
    facts: { version, versionNumber: number, bytes: Number(bytes), missingMigrations: missing.length },
    clock: { source: 'the database', offsetMs: now - (sentAt + Date.now()) / 2 },
  }
}
