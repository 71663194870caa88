import { type Db, openDatabase } from '../../app/platform/database/database.server.ts'
import { findRunningPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { createLog } from '../../app/platform/logging/logging.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { type Environment, readEnvironment } from '../../server/environment.ts'

/** What the site was started with, when it is set here, too; options of the script come first. */
export function readSiteEnvironment(given: Record<string, string> = {}): Environment {
  return readEnvironment({ ...process.env, ...given })
}

/** In the environment a key is not seen by other users of the machine, as it would be on a command line. */
export function readStreamKey(): string | undefined {
  return process.env.STREAM_KEY?.trim() || undefined
}

export function isSet(name: string): boolean {
  return Boolean(process.env[name]?.trim())
}

/** Works on the database of a running site; with the site's rights, unless it is the owner's work. */
export async function withSiteDatabase<T>(
  { databaseUrl, dataDir }: Environment,
  work: (db: Db) => Promise<T>,
  as: 'site' | 'owner' = 'site',
): Promise<T> {
  const url = databaseUrl ?? (await findRunningPostgres(dataDir, as)) ?? (await findRunningPostgres(dataDir))
  if (url === undefined)
    throw new CannotStart(`no site runs on ${dataDir}; start it with "npm start", or set DATABASE_URL`)
  const db = openDatabase(url, createLog('error'))
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
