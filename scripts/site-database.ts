import { CannotStart } from '../app/platform/cannot-start.server.ts'
import { type Db, openDatabase } from '../app/platform/database/database.server.ts'
import { findRunningPostgres } from '../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { type Environment, readEnvironment } from '../app/platform/environment.server.ts'
import { createLog } from '../app/platform/logging.server.ts'

/** What the site was started with, when it is given here, too. */
export function readSiteEnvironment(): Environment {
  return readEnvironment(process.env)
}

/** In the environment a key is not seen by other users of the machine, as it would be on a command line. */
export function readStreamKey(): string | undefined {
  return process.env.STREAM_KEY?.trim() || undefined
}

/** Works on the database of a running site. */
export async function withSiteDatabase<T>(
  { databaseUrl, dataDir }: Environment,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const url = databaseUrl ?? (await findRunningPostgres(dataDir))
  if (url === undefined)
    throw new CannotStart(`no site runs on ${dataDir}; start it with "npm start", or set DATABASE_URL`)
  const db = openDatabase(url, createLog('error'))
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
