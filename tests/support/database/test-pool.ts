import pg from 'pg'

/** Its connections may break: tests stop servers, and drop databases before connections have closed. */
export function openTestPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
