import type { Db } from '../../../platform/database/database.server.ts'

/** A media server reports a second publisher, and its end a moment later because it rejects the second. */
const REJECTED_WITHIN_MS = 5_000
/** Services repeat an event for up to a day. */
const ENDED_DAYS = 2
const OPEN_DAYS = 30

type PublisherEnd = { session: string; at?: Date }
type PublisherStart = PublisherEnd & { npcId: string }

/** `at` is when it happened, for reports that may be late; otherwise now. False for an unknown NPC. */
export async function publisherStarted({ db }: { db: Db }, start: PublisherStart): Promise<boolean> {
  const { rows } = await db.query<{ is_known: boolean }>({
    name: 'publisher-started',
    text: 'select publisher_started($1, $2, coalesce($3, clock_timestamp())) as is_known',
    values: [start.npcId, start.session, start.at],
  })
  return rows[0]?.is_known ?? false
}

/** A session that never started, or that does not own the stream, ends nothing. */
export async function publisherEnded({ db }: { db: Db }, { session, at }: PublisherEnd): Promise<void> {
  await db.query({
    name: 'publisher-ended',
    text: 'select publisher_ended($1, coalesce($2, clock_timestamp()), $3)',
    values: [session, at, REJECTED_WITHIN_MS],
  })
}

/** Two days after a publisher's end, or 30 days after a start without an end; never while the stream is on air. */
export async function pruneStreamPublishers({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from stream_publishers where session in (
     select session from stream_publishers old
     where (ended_at < now() - $1 * interval '1 day' or ended_at is null and started_at < now() - $2 * interval '1 day')
       and not exists (select from streams where session = old.session and state <> 'offline')
     limit $3)`,
    [ENDED_DAYS, OPEN_DAYS, limit],
  )
  return rowCount ?? 0
}
