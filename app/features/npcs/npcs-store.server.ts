import type { NextRun } from '../../platform/async/background-task.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Npc } from './contract.ts'

export async function listNpcs({ db }: { db: Db }): Promise<Npc[]> {
  const { rows } = await db.query<{ npc: Npc }>({
    name: 'npcs',
    text: 'select to_npc_json(npcs) as npc from npcs order by id',
  })
  return rows.map(({ npc }) => npc)
}

/** Publishes the list if it has changed. If the last list is too recent, the result is when to try again. */
export async function publishNpcList({ db }: { db: Db }, everyMs: number): Promise<NextRun> {
  const { rows } = await db.query<{ wait_ms: number }>({
    name: 'publish-npc-list',
    text: 'select publish_npc_list($1) as wait_ms',
    values: [everyMs],
  })
  const againInMs = rows[0]?.wait_ms ?? 0
  return againInMs > 0 ? { againInMs } : 'idle'
}
