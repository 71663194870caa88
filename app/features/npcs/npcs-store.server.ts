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
