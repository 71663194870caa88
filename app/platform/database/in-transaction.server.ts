import type pg from 'pg'
import { succeeds } from '../async/succeeds.ts'
import type { Db } from './database.server.ts'

/** Commits when the work resolves, rolls back when it rejects. */
export async function inTransaction<T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    const isRolledBack = await succeeds(client.query('rollback'))
    client.release(!isRolledBack)
    throw error
  }
}
