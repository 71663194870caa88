import pg from 'pg'
import type { Db } from '../database/database.server.ts'
import { inTransaction } from '../database/in-transaction.server.ts'

export const SITE_ROLE = 'npc_stream_site'

/**
 * The site's role: it reads and writes rows, but cannot change tables, run programs or read files on the server. Its
 * rights are granted at each start, which covers tables of a later release.
 */
export async function admitSiteRole(owner: Db, password: string): Promise<void> {
  const secret = pg.escapeLiteral(password)
  await inTransaction(owner, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SITE_ROLE])
    if (rowCount === 0) await client.query(`create role ${SITE_ROLE}`)
    // The server's log of a failing statement must not contain the password.
    await client.query('set local log_min_error_statement = panic')
    await client.query(
      `alter role ${SITE_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${secret}`,
    )
    await client.query(`
      revoke temporary on database postgres from public;
      revoke create on schema public from public;
      grant usage on schema public to ${SITE_ROLE};
      grant select, insert, update, delete on all tables in schema public to ${SITE_ROLE};
      grant usage, select on all sequences in schema public to ${SITE_ROLE};
      revoke insert, update, delete on schema_migrations from ${SITE_ROLE}`)
  })
}
