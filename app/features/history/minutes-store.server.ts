import type { Queryable } from '../../platform/database/database.server.ts'
import { type EarlierVotes, HISTORY_SLOTS, type Machine, SLOT_MS, type StreamRate } from './contract.ts'

type NpcMinute = { likes: number; dislikes: number } & Partial<StreamRate>

/** What one instance saw in a minute. */
export type Minute = {
  visitors: number
  players: number
  votes: number
  npcs: Record<string, NpcMinute>
  machine: Machine
}

const KEPT_DAYS = 90
/** Rows are written at the end of their minute. */
const IS_RECENT = "minute > now() - interval '3 minutes'"

/** Until the next minute of the database, whose clock all instances share. */
export async function msToNextMinute(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    'select ((60 - extract(second from clock_timestamp())) * 1000)::float8 as ms',
  )
  return rows[0]?.ms ?? 0
}

/** Writes the minute that has just ended. Writing it again changes nothing. */
export async function insertMinute(db: Queryable, instance: string, minute: Minute): Promise<void> {
  const { visitors, players, votes, npcs, machine } = minute
  await db.query({
    name: 'insert-history-minute',
    text: `insert into history_minutes (minute, instance, visitors, players, votes, by_npc, machine)
           values (date_trunc('minute', clock_timestamp() - interval '30 seconds'), $1, $2, $3, $4, $5, $6)
           on conflict do nothing`,
    values: [instance, visitors, players, votes, npcs, machine],
  })
}

/** The newest minute of each other instance that still runs. */
export async function listOtherInstances(
  db: Queryable,
  instance: string,
): Promise<Pick<Minute, 'npcs' | 'machine'>[]> {
  const { rows } = await db.query<Pick<Minute, 'npcs' | 'machine'>>(
    `select distinct on (instance) by_npc as npcs, machine from history_minutes
     where ${IS_RECENT} and instance <> $1 order by instance, minute desc`,
    [instance],
  )
  return rows
}

const VOTES = `case when $1::text is null then votes
  else coalesce((by_npc -> $1 ->> 'likes')::int + (by_npc -> $1 ->> 'dislikes')::int, 0) end`
const PLAYERS = `case when $1::text is null then players else coalesce((by_npc -> $1 ->> 'players')::real, 0) end`

/** An hour ago, or when the history began. Undefined without a history of the last day. */
export async function findEarlierVotes(
  db: Queryable,
  npcId: string | undefined,
): Promise<EarlierVotes | undefined> {
  const { rows } = await db.query<EarlierVotes>(
    `(select minute as at, ${VOTES} as votes from history_minutes
      where minute between now() - interval '1 day' and now() - interval '1 hour' order by minute desc limit 1)
     union all
     (select minute as at, ${VOTES} as votes from history_minutes
      where minute > now() - interval '1 hour' order by minute limit 1)
     limit 1`,
    [npcId ?? null],
  )
  return rows[0]
}

/** `votes` is the number at the end of the slot. */
export type SlotRow = { at_ms: number; visitors: number; players: number; votes: number }

/** The slots of the last day and of an hour before, oldest first; of the whole platform, or of one NPC. */
export async function listSlots(db: Queryable, npcId: string | undefined): Promise<SlotRow[]> {
  const { rows } = await db.query<SlotRow>(
    `with minutes as (
       select minute, max(visitors) as visitors, sum(${PLAYERS}) as players, max(${VOTES}) as votes
       from history_minutes where minute > now() - $2 * interval '1 ms' group by minute)
     select (extract(epoch from date_bin($3 * interval '1 ms', minute, 'epoch')) * 1000)::float8 as at_ms,
       max(visitors) as visitors, max(players) as players, (array_agg(votes order by minute desc))[1] as votes
     from minutes group by at_ms order by at_ms`,
    [npcId ?? null, HISTORY_SLOTS * SLOT_MS + 60 * 60_000, SLOT_MS],
  )
  return rows
}

export async function pruneHistory({ db, limit }: { db: Queryable; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from history_minutes where (minute, instance) in (
       select minute, instance from history_minutes
       where minute < now() - $1 * interval '1 day' order by minute limit $2)`,
    [KEPT_DAYS, limit],
  )
  return rowCount ?? 0
}
