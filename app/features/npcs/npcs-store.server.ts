import type { NextRun } from '../../platform/async/background-task.server.ts'
import type { Db, Queryable } from '../../platform/database/database.server.ts'
import type { Npc } from './contract.ts'

/** In the operators' order; without one, by id. */
export async function listNpcs({ db }: { db: Queryable }): Promise<Npc[]> {
  const { rows } = await db.query<{ npc: Npc }>({
    name: 'npcs',
    text: 'select to_npc_json(npcs) as npc from npcs order by position, id',
  })
  return rows.map(({ npc }) => npc)
}

/** Undefined for an unknown NPC. */
export async function findNpc({ db }: { db: Queryable }, id: number): Promise<Npc | undefined> {
  const { rows } = await db.query<{ npc: Npc }>({
    name: 'npc',
    text: 'select to_npc_json(npcs) as npc from npcs where id = $1',
    values: [id],
  })
  return rows[0]?.npc
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
