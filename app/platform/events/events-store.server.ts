import type { Db } from '../database/database.server.ts'

/** Of a state only the newest event is kept; it says all that earlier ones said. */
export type ServerEvent = { id: bigint; name: string; data: unknown; is_state: boolean }

/** Notified on the channel `events` when rows were changed: what is in memory is outdated. */
export const REVISED = 'revised'

type Range = { after: bigint; upTo?: bigint; limit: number }

export async function listEvents({ db }: { db: Db }, { after, upTo, limit }: Range): Promise<ServerEvent[]> {
  const { rows } = await db.query<ServerEvent>({
    name: 'events',
    text: `select id, name, data, is_state from events
           where id > $1 and ($2::bigint is null or id <= $2) order by id limit $3`,
    values: [after, upTo ?? null, limit],
  })
  return rows
}

export async function findLastEventId({ db }: { db: Db }): Promise<bigint> {
  const { rows } = await db.query<{ id: bigint }>('select coalesce(max(id), 0) as id from events')
  return rows[0]?.id ?? 0n
}

const KEPT = '1 day'

/** A day is long enough for a reader that reconnects to catch up. */
export async function pruneEvents({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where id in (
       select id from events where not is_state and created_at < now() - interval '${KEPT}' order by id limit $1)`,
    [limit],
  )
  return rowCount ?? 0
}
