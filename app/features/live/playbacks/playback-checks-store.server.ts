import type { Db } from '../../../platform/database/database.server.ts'
import type { KnownPlayback } from './judge-playback.ts'

type DueCheck = KnownPlayback & { npcId: string; session: string }

/**
 * Streams that a media server reported as live or interrupted and whose last poll is due. A claimed stream is polled by
 * this instance; no other instance gets it until the next interval.
 */
export async function claimPlaybackChecks({ db }: { db: Db }, npcIds: string[], now: Date, everyMs: number) {
  const { rows } = await db.query<DueCheck>({
    name: 'claim-playback-checks',
    text: `with reported as (
             select s.npc_id, s.session, s.state from streams s
             join stream_publishers using (session) where ended_at is null and s.npc_id = any ($1::integer[])
           ), claimed as (
             insert into playback_checks as known (npc_id, session, checked_at)
             select npc_id, session, $2::timestamptz from reported order by npc_id
             on conflict (npc_id) do update set
               session = excluded.session,
               checked_at = excluded.checked_at,
               position = case when known.session = excluded.session then known.position end,
               misses = case when known.session = excluded.session then known.misses else 0 end
             where known.checked_at <= excluded.checked_at - $3 * interval '1 ms' or known.session <> excluded.session
             returning npc_id, position, misses
           )
           select npc_id::text as "npcId", session, state, position, misses from claimed join reported using (npc_id)`,
    values: [npcIds, now, everyMs],
  })
  return rows
}

export async function savePlaybackCheck({ db }: { db: Db }, check: Omit<DueCheck, 'state'>): Promise<void> {
  await db.query({
    name: 'save-playback-check',
    text: 'update playback_checks set position = $3, misses = $4 where npc_id = $1 and session = $2',
    values: [check.npcId, check.session, check.position, check.misses],
  })
}

/** False when the session no longer owns the stream, or has ended meanwhile. */
export async function resumeReported({ db }: { db: Db }, npcId: string, session: string): Promise<boolean> {
  const { rows } = await db.query<{ is_owner: boolean }>({
    name: 'resume-reported',
    text: `select report_stream_state(npc_id, session, 'live', 'infinity') as is_owner from streams
           join stream_publishers using (npc_id, session)
           where npc_id = $1 and session = $2 and ended_at is null and state <> 'live'`,
    values: [npcId, session],
  })
  return rows[0]?.is_owner ?? false
}
