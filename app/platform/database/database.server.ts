import pg from 'pg'
import { CannotStart } from '../cannot-start.server.ts'
import type { Log } from '../logging.server.ts'

export type Db = pg.Pool

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
const POOL_SIZE = 10

const { INT8 } = pg.types.builtins

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') =>
    id === INT8 ? BigInt : pg.types.getTypeParser(id, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export function openDatabase(url: string, log: Log): Db {
  const db = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    max: POOL_SIZE,
    types,
  })
  db.on('error', (error) => log.debug({ err: error }, 'an idle database connection ended'))
  return db
}

/** Tells a database that cannot be used from one that can, in words for the operator. */
export async function assertReachable(db: Db, url: string): Promise<void> {
  try {
    await db.query('select 1')
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new CannotStart(`DATABASE_URL cannot be used (${host}${pathname}): ${inWords(error)}`)
  }
}

/** Node reports several refused addresses as an AggregateError without a message. */
function inWords(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(inWords).join('; ')
  return error instanceof Error ? error.message : String(error)
}

const CONNECTION_TROUBLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EPIPE',
])
const SQLSTATE_UNAVAILABLE = /^(08|53|57)/
const POOL_TROUBLE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** True when it is the database that is away, busy or slow, and not the question that is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return CONNECTION_TROUBLE.has(code) || SQLSTATE_UNAVAILABLE.test(code) || POOL_TROUBLE.test(error.message)
}
