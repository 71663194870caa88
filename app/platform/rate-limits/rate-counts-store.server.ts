import type { Db } from '../database/database.server.ts'

export type RateCount = { who: string; times: number }

/** Adds to what all instances have counted in a minute; the sums. What was long ago is forgotten. */
export async function addRateCounts(
  { db }: { db: Db },
  minute: number,
  counts: RateCount[],
): Promise<RateCount[]> {
  const { rows } = await db.query<RateCount>({
    name: 'add-rate-counts',
    text: `with forgotten as (delete from rate_counts where minute < extract(epoch from now()) / 60 - 10)
           insert into rate_counts (minute, who, times)
           select $1, who, times from unnest($2::text[], $3::integer[]) as counted (who, times)
           order by who
           on conflict (minute, who) do update set times = rate_counts.times + excluded.times
           returning who, times`,
    values: [minute, counts.map(({ who }) => who), counts.map(({ times }) => times)],
  })
  return rows
}

/** What is left of minutes long ago when nobody counts any more. */
export async function pruneRateCounts({ db }: { db: Db }): Promise<number> {
  const { rowCount } = await db.query(
    'delete from rate_counts where minute < extract(epoch from now()) / 60 - 10',
  )
  return rowCount ?? 0
}
