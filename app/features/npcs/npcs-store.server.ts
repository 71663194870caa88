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

/** Tells the list when it has changed. When it was told just now nothing is told; then: how long to wait. */
export async function tellOfNpcs({ db }: { db: Db }, everyMs: number): Promise<number> {
  const { rows } = await db.query<{ wait_ms: number }>({
    name: 'tell-of-npcs',
    text: 'select tell_of_npcs($1) as wait_ms',
    values: [everyMs],
  })
  return rows[0]?.wait_ms ?? 0
}
