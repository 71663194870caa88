import type { Queryable } from '../../platform/database/database.server.ts'

type Donated = { account: { id: number }; npcId?: string | undefined }

/** Verified donations on the account, to one NPC or to all. */
const RECENT = `npcs cross join lateral (
    select created_at, lamports from donations
    where receiving_account_id = $1 and donations.npc_id = npcs.id and verified and created_at > $3
  ) recent where ($2::integer is null or npcs.id = $2::integer)`

export type DonationSum = { count: number; lamports: string }

export async function sumDonationsSince(
  db: Queryable,
  { account, npcId }: Donated,
  since: Date,
): Promise<DonationSum> {
  const { rows } = await db.query<DonationSum>(
    `select count(*)::int as count, coalesce(sum(lamports), 0)::text as lamports from ${RECENT}`,
    [account.id, npcId ?? null, since],
  )
  return rows[0] ?? { count: 0, lamports: '0' }
}

/** How many in each slot that has any, by its start. */
export async function countDonationsBySlot(
  db: Queryable,
  { account, npcId }: Donated,
  { since, slotMs }: { since: Date; slotMs: number },
): Promise<{ at_ms: number; count: number }[]> {
  const { rows } = await db.query<{ at_ms: number; count: number }>(
    `select (extract(epoch from date_bin($4 * interval '1 ms', created_at, 'epoch')) * 1000)::float8 as at_ms,
       count(*)::int as count from ${RECENT} group by at_ms order by at_ms`,
    [account.id, npcId ?? null, since, slotMs],
  )
  return rows
}
