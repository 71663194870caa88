import type { RunningSite } from './running-site.ts'

/** All tests of a worker come from one address, so they share its votes. */
export async function forgetVotes({ database }: Pick<RunningSite, 'database'>): Promise<void> {
  await database.query('truncate npc_votes; update npcs set likes = 0, dislikes = 0')
}
