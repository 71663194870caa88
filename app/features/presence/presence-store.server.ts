import type { Db } from '../../platform/database/database.server.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'

export type SeenSession = { id: string; address: string; network: string; ageMs: number }

type Counting = { windowMs: number; maxPerAddress: number; maxPerNetwork: number; everyMs: number }

export async function upsertSessions({ db }: { db: Db }, sessions: SeenSession[]): Promise<void> {
  await db.query({
    name: 'upsert-sessions',
    text: `insert into sessions (id, address, network, seen_at)
           select id, address, network, clock_timestamp() - age_ms * interval '1 ms'
           from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) as seen (id, address, network, age_ms)
           -- the same order in all instances prevents deadlocks
           order by id
           on conflict (id) do update
             set address = excluded.address, network = excluded.network,
               seen_at = greatest(sessions.seen_at, excluded.seen_at)`,
    values: [
      sessions.map(({ id }) => id),
      sessions.map(({ address }) => address),
      sessions.map(({ network }) => network),
      sessions.map(({ ageMs }) => ageMs),
    ],
  })
}

/** The count over all instances; a changed count is also published as the event `online`. */
export async function countOnline({ db }: { db: Db }, counting: Counting): Promise<number> {
  const { rows } = await db.query<{ online: number }>({
    name: 'count-online',
    text: 'select count_online($1, $2, $3, $4) as online',
    values: [counting.windowMs, counting.maxPerAddress, counting.maxPerNetwork, counting.everyMs],
  })
  return rows[0]?.online ?? 0
}

/** Counting also deletes old sessions, but only while somebody counts. */
export async function pruneSessions({ db }: { db: Db }): Promise<number> {
  const { rowCount } = await db.query(
    "delete from sessions where seen_at < clock_timestamp() - $1 * interval '1 ms'",
    [ONLINE_WINDOW_MS],
  )
  return rowCount ?? 0
}
