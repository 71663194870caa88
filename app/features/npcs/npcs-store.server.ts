import type { NextRun } from '../../platform/async/background-task.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Npc } from './contract.ts'

export async function listNpcs({ db }: { db: Db }): Promise<Npc[]> {
  const { rows } = await db.query<Npc>({
    name: 'npcs',
    text: `select id::text, name, avatar, x_account, description, likes, dislikes, is_live, is_position_open
           from npcs order by npcs.id`,
  })
  return rows
}

/** Publishes the list if it has changed, unless it was published just now: then it has to be tried again later. */
export async function publishNpcList({ db }: { db: Db }, everyMs: number): Promise<NextRun> {
  const { rows } = await db.query<{ wait_ms: number }>({
    name: 'tell-of-npcs',
    text: 'select tell_of_npcs($1) as wait_ms',
    values: [everyMs],
  })
  const againInMs = rows[0]?.wait_ms ?? 0
  return againInMs > 0 ? { againInMs } : 'idle'
}
