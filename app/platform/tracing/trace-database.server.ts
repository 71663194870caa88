import type pg from 'pg'
import type { Db } from '../database/database.server.ts'
import type { Tracer } from './tracer.server.ts'

type Done = (...args: unknown[]) => void
type Query = (...args: unknown[]) => unknown

/** A span for every statement that is part of a request. The polling of background tasks is not traced. */
export function traceDatabase(db: Db, tracer: Tracer): void {
  const query = db.query.bind(db) as Query
  const connect = db.connect.bind(db) as (done?: Done) => Promise<pg.PoolClient>

  function traced(work: Query): Query {
    return (...args) => {
      const parent = tracer.current()
      if (parent === undefined) return work(...args)
      const name = nameOf(args[0])
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
      const span = tracer.start({ name, kind: 'client', attributes, parent })
      // The pool runs the statement on a connection, which must not count it again.
      const result = tracer.run(undefined, () => work(...args)) as Promise<unknown>
      result.then(
        () => span.end({}),
        (error: { code?: string }) =>
          span.end({ attributes: { 'error.type': error.code ?? 'error' }, hasFailed: true }),
      )
      return result
    }
  }

  db.query = traced(query) as Db['query']
  // The pool itself connects with a callback, to run a statement that is traced already.
  db.connect = ((done?: Done) => (done ? connect(done) : connect().then(traceClient))) as Db['connect']

  function traceClient(client: pg.PoolClient): pg.PoolClient {
    const statement = client.query.bind(client) as Query
    return Object.create(client, { query: { value: traced(statement) } })
  }
}

/** The name of a prepared statement, or the first word of another. */
function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return /^\s*(\w+)/.exec(statement)?.[1] ?? 'statement'
  const { name, text } = statement as { name?: string; text?: string }
  return name ?? nameOf(text ?? '')
}
