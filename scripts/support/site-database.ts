import { type Db, openDatabase } from '../../app/platform/database/database.server.ts'
import { findRunningPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { createLog } from '../../app/platform/logging/logging.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { type Environment, readEnvironment } from '../../server/environment.ts'

/** The site's settings, if this script has the same environment; the script's options take precedence. */
export function readSiteEnvironment(overrides: Record<string, string> = {}): Environment {
  return readEnvironment({ ...process.env, ...overrides })
}

/** From the environment, because other users of the machine can see a command line. */
export function readStreamKey(): string | undefined {
  return process.env.STREAM_KEY?.trim() || undefined
}

/** Encrypts and decrypts backups. */
export function readPassphrase(): string | undefined {
  return process.env.BACKUP_PASSPHRASE || undefined
}

export function isSet(name: string): boolean {
  return Boolean(process.env[name]?.trim())
}

/** Opens the database of a running site as the site's role, or as the owner of the tables. */
export async function withSiteDatabase<T>(
  { databaseUrl, dataDir }: Environment,
  work: (db: Db) => Promise<T>,
  role: 'site' | 'owner' = 'site',
): Promise<T> {
  const url =
    databaseUrl ?? (await findRunningPostgres(dataDir, role)) ?? (await findRunningPostgres(dataDir))
  if (url === undefined)
    throw new CannotStart(`no site runs on ${dataDir}; start it with "npm start", or set DATABASE_URL`)
  const db = openDatabase(url, createLog('error'))
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
