import type { Db } from '../../../platform/database/database.server.ts'
import { deleteOldSenders } from './stream-publishers-store.server.ts'

/** A service may report an event again for a day. */
const ENDED_DAYS = 2
/** Nobody reported the end. */
const OPEN_DAYS = 30

/** Forgets senders two days after their end, or 30 days after a beginning without an end; never one that is on air. */
export async function pruneStreamSenders({ db, limit = 1_000 }: { db: Db; limit?: number }): Promise<number> {
  return deleteOldSenders({ db }, { endedDays: ENDED_DAYS, openDays: OPEN_DAYS, limit })
}
