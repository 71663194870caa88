import type { Db } from '../../platform/database/database.server.ts'
import { findVotes, setVotes } from './votes-store.server.ts'

/** Removes the votes, and they no longer count. Returns how many there were. */
export async function forgetVoter({ db }: { db: Db }, voter: string): Promise<number> {
  const npcIds = Object.keys(await findVotes({ db }, voter))
  if (npcIds.length > 0)
    await setVotes(
      { db },
      npcIds.map((npcId) => ({ npcId, voter, type: null })),
    )
  return npcIds.length
}
