import type { Db } from '../../../platform/database/database.server.ts'

/** A media server asks for a second sender, and refuses him at once because another sends already. */
const REFUSED_WITHIN_MS = 5_000

/** `at`: when it happened, for one who may tell it late; otherwise now. False when the NPC is unknown. */
export async function senderBegan(
  { db }: { db: Db },
  { npcId, session, at }: { npcId: string; session: string; at?: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>({
    name: 'sender-began',
    text: 'select sender_began($1, $2, coalesce($3, clock_timestamp())) as known',
    values: [npcId, session, at],
  })
  return rows[0]?.known ?? false
}

/** Who never began, or does not hold the stream, ends nothing. */
export async function senderEnded(
  { db }: { db: Db },
  { session, at }: { session: string; at?: Date },
): Promise<void> {
  await db.query({
    name: 'sender-ended',
    text: 'select sender_ended($1, coalesce($2, clock_timestamp()), $3)',
    values: [session, at, REFUSED_WITHIN_MS],
  })
}

export async function deleteOldSenders(
  { db }: { db: Db },
  { endedDays, openDays, limit }: { endedDays: number; openDays: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from stream_senders where session in (
     select session from stream_senders old
     where (ended_at < now() - $1 * interval '1 day' or ended_at is null and began_at < now() - $2 * interval '1 day')
       and not exists (select from streams where session = old.session and state <> 'offline')
     limit $3)`,
    [endedDays, openDays, limit],
  )
  return rowCount ?? 0
}
