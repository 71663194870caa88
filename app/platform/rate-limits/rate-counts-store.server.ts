import type { Db } from '../database/database.server.ts'

type RateCount = { who: string; times: number }

/** Adds to the counts of all instances and returns the sums. Deletes old counts. */
export async function addRateCounts({ db }: { db: Db }, minute: number, counts: RateCount[]) {
  const { rows } = await db.query<RateCount>({
    name: 'add-rate-counts',
    text: `with pruned as (delete from rate_counts where minute < extract(epoch from now()) / 60 - 10)
           insert into rate_counts (minute, who, times)
           select $1, who, times from unnest($2::text[], $3::integer[]) as counted (who, times)
           order by who
           on conflict (minute, who) do update set times = rate_counts.times + excluded.times
           returning who, times`,
    values: [minute, counts.map(({ who }) => who), counts.map(({ times }) => times)],
  })
  return rows
}

/** `addRateCounts` also does this, but only while somebody is counted. */
export async function pruneRateCounts({ db }: { db: Db }): Promise<number> {
  const { rowCount } = await db.query(
    'delete from rate_counts where minute < extract(epoch from now()) / 60 - 10',
  )
  return rowCount ?? 0
}
