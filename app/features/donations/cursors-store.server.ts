import type pg from 'pg'
import type { Db } from '../../platform/database/database.server.ts'

export type Cursor = { read_until: string | null; sweep_head: string | null; sweep_before: string | null }

/** The cursor, when it is time to look and no other instance has just done so; a sweep goes on without a pause. */
export async function claimTurn(
  { db }: { db: Db },
  address: string,
  everyMs: number,
): Promise<Cursor | undefined> {
  await db.query('insert into address_cursors (address) values ($1) on conflict do nothing', [address])
  const { rows } = await db.query<Cursor>(
    `update address_cursors set looked_at = clock_timestamp()
     where address = $1 and (sweep_before is not null or looked_at <= clock_timestamp() - $2 * interval '0.9 ms')
     returning read_until, sweep_head, sweep_before`,
    [address, everyMs],
  )
  return rows[0]
}

/** Moves on from where it was read; an instance that was overtaken changes nothing. */
export async function moveCursor(
  client: Pick<pg.ClientBase, 'query'>,
  address: string,
  from: Cursor,
  to: Cursor,
): Promise<void> {
  await client.query(
    `update address_cursors set read_until = $5, sweep_head = $6, sweep_before = $7
     where address = $1 and read_until is not distinct from $2 and sweep_head is not distinct from $3
       and sweep_before is not distinct from $4`,
    [
      address,
      from.read_until,
      from.sweep_head,
      from.sweep_before,
      to.read_until,
      to.sweep_head,
      to.sweep_before,
    ],
  )
}
