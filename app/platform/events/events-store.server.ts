import type { Db } from '../database/database.server.ts'

/** A state says all that was said of it before: of each name only the newest is kept. */
export type ServerEvent = { id: bigint; name: string; data: unknown; is_state: boolean }

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

export async function deleteEventsOlderThan({ db }: { db: Db }, ageMs: number): Promise<void> {
  await db.query("delete from events where not is_state and created_at < now() - $1 * interval '1 ms'", [
    ageMs,
  ])
}
