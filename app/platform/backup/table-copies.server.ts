import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

export type Table = { name: string; columns: string[] }

const quote = pg.escapeIdentifier

/** The tables that outlive a crash, each after those that it refers to; without computed columns. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table & { refers_to: string[] }>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'schema_migrations'
    order by c.relname`)
  const ordered: Table[] = []
  const isPlaced = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < tables.length) {
    const next = tables.find(({ name, refers_to }) => !isPlaced(name) && refers_to.every(isPlaced))
    if (next === undefined) throw new Error('tables refer to each other in a circle')
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}

export function copyOut(client: pg.ClientBase, table: Table): AsyncIterable<Buffer> {
  return client.query(to(`copy ${listed(table)} to stdout`))
}

export async function copyIn(
  client: pg.ClientBase,
  table: Table,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(
    Readable.from(rows, { objectMode: false }),
    client.query(from(`copy ${listed(table)} from stdin`)),
  )
}

function listed({ name, columns }: Table): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`
}
