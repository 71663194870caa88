import type { Db } from '../../../platform/database/database.server.ts'

/** A media server reports a second publisher, and its end a moment later because it rejects the second. */
const REJECTED_WITHIN_MS = 5_000

/** `at` is when it happened, for reports that may be late; otherwise now. False for an unknown NPC. */
export async function publisherStarted(
  { db }: { db: Db },
  { npcId, session, at }: { npcId: string; session: string; at?: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ is_known: boolean }>({
    name: 'publisher-started',
    text: 'select publisher_started($1, $2, coalesce($3, clock_timestamp())) as is_known',
    values: [npcId, session, at],
  })
  return rows[0]?.is_known ?? false
}

/** A session that never started, or that does not own the stream, ends nothing. */
export async function publisherEnded(
  { db }: { db: Db },
  { session, at }: { session: string; at?: Date },
): Promise<void> {
  await db.query({
    name: 'publisher-ended',
    text: 'select publisher_ended($1, coalesce($2, clock_timestamp()), $3)',
    values: [session, at, REJECTED_WITHIN_MS],
  })
}

export async function deleteOldPublishers(
  { db }: { db: Db },
  { endedDays, openDays, limit }: { endedDays: number; openDays: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from stream_publishers where session in (
     select session from stream_publishers old
     where (ended_at < now() - $1 * interval '1 day' or ended_at is null and started_at < now() - $2 * interval '1 day')
       and not exists (select from streams where session = old.session and state <> 'offline')
     limit $3)`,
    [endedDays, openDays, limit],
  )
  return rowCount ?? 0
}
