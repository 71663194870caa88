import pg from 'pg'
import type { Log } from '../logging/logging.server.ts'
import { CannotStart } from '../settings/cannot-start.server.ts'

export type Db = pg.Pool
/** The pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 10_000
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
    // The server's own timeout does not help when the server has stopped answering.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    // A machine that disappears during a transaction must not keep its locks.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    max: POOL_SIZE,
    types,
  })
  db.on('error', (error) => log.debug({ err: error }, 'an idle database connection ended'))
  // A connection lost between two statements of a transaction has no other listener; the next statement fails.
  db.on('connect', (client) => client.on('error', () => {}))
  return db
}

/** Throws a message for the operator when the database cannot be used. */
export async function assertReachable(db: Db, description: string): Promise<void> {
  try {
    await db.query('select 1')
  } catch (error) {
    throw new CannotStart(`the ${description} cannot be used: ${describeError(error)}`)
  }
}

/** Node reports several addresses that refuse the connection as an AggregateError without a message. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  return error instanceof Error ? error.message : String(error)
}

const SYSTEM_CALLS = new Set(['connect', 'getaddrinfo', 'read', 'write'])
/** Classes of SQLSTATE: connection, resources, operator intervention, system error. */
const SQLSTATE_UNAVAILABLE = /^(08|53|57|58)/
const POOL_TROUBLE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/

/** True when the database is away, busy or slow; false when the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  return SYSTEM_CALLS.has(syscall) || SQLSTATE_UNAVAILABLE.test(code) || POOL_TROUBLE.test(error.message)
}
