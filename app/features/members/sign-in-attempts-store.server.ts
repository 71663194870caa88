import type { Db } from '../../platform/database/database.server.ts'

const WINDOW_MINUTES = 15

type Counted = { key: string; limit: number }

/** Counts before the password is checked, over all instances. The seconds to wait if one of the limits is reached. */
export async function countAttempt({ db }: { db: Db }, counted: Counted[]): Promise<number | undefined> {
  const { rows } = await db.query<{ key: string; attempts: number; left_s: number }>(
    `insert into sign_in_attempts as known (key, attempts, since)
     select key, 1, now() from unnest($1::text[]) key order by key
     on conflict (key) do update set
       attempts = case when known.since > now() - $2 * interval '1 minute' then known.attempts + 1 else 1 end,
       since = case when known.since > now() - $2 * interval '1 minute' then known.since else now() end
     returning key, attempts, ceil(extract(epoch from since - now()) + $2 * 60)::integer as left_s`,
    [counted.map(({ key }) => key), WINDOW_MINUTES],
  )
  const limits = new Map(counted.map(({ key, limit }) => [key, limit]))
  const full = rows.filter(({ key, attempts }) => attempts > (limits.get(key) ?? 0))
  return full.length === 0 ? undefined : Math.max(...full.map(({ left_s }) => left_s))
}

export async function forgetAttempts({ db }: { db: Db }, key: string): Promise<void> {
  await db.query('delete from sign_in_attempts where key = $1', [key])
}

export async function pruneSignInAttempts({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sign_in_attempts where key in
       (select key from sign_in_attempts where since < now() - $1 * interval '1 minute' limit $2)`,
    [WINDOW_MINUTES, limit],
  )
  return rowCount ?? 0
}
