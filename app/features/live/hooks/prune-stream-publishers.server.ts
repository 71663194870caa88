import type { Db } from '../../../platform/database/database.server.ts'
import { deleteOldPublishers } from './stream-publishers-store.server.ts'

/** Services repeat an event for up to a day. */
const ENDED_DAYS = 2
/** Nobody reported the end. */
const OPEN_DAYS = 30

/** Two days after a publisher's end, or 30 days after a start without an end; never while the stream is on air. */
export async function pruneStreamPublishers({
  db,
  limit = 1_000,
}: {
  db: Db
  limit?: number
}): Promise<number> {
  return deleteOldPublishers({ db }, { endedDays: ENDED_DAYS, openDays: OPEN_DAYS, limit })
}
