import type { Db, Queryable } from '../database/database.server.ts'
import type { NotificationChannel } from './settings.server.ts'

/** In the transaction of what it is about. */
export async function enqueueNotification(
  client: Queryable,
  channels: NotificationChannel[],
  { text, path }: { text: string; path: string },
): Promise<void> {
  if (channels.length === 0) return
  await client.query(
    'insert into notifications (channel, text, path) select channel, $2, $3 from unnest($1::text[]) channel',
    [channels, text, path],
  )
}

/** `isLast`: it has been tried for a day. */
type Due = { id: number; channel: NotificationChannel; text: string; path: string; isLast: boolean }

const FIRST_RETRY_S = 30
const LONGEST_RETRY_S = 3_600

/** One that is due, for this instance alone until it would be tried again: 30 s, 60 s, … an hour later. */
export async function takeDueNotification({ db }: { db: Db }, channels: NotificationChannel[]) {
  const { rows } = await db.query<Due>(
    `update notifications set attempts = attempts + 1,
       next_attempt_at = now() + least($2 * 2 ^ least(attempts, 20), $3) * interval '1 second'
     where id = (select id from notifications where channel = any($1) and next_attempt_at <= now()
                 order by next_attempt_at limit 1 for update skip locked)
     returning id, channel, text, path, created_at < now() - interval '1 day' as "isLast"`,
    [channels, FIRST_RETRY_S, LONGEST_RETRY_S],
  )
  return rows[0]
}

export async function removeNotification({ db }: { db: Db }, id: number): Promise<void> {
  await db.query('delete from notifications where id = $1', [id])
}

/** Of a channel that nobody has any more. */
export async function pruneNotifications({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from notifications where id in
       (select id from notifications where created_at < now() - interval '2 days' limit $1)`,
    [limit],
  )
  return rowCount ?? 0
}
