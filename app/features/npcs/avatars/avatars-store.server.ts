import type { Db } from '../../../platform/database/database.server.ts'

/** Undefined if no NPC has it any more. */
export async function findAvatar({ db }: { db: Db }, hash: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ image: Buffer }>({
    name: 'avatar',
    text: 'select image from npc_avatars where hash = $1 limit 1',
    values: [hash],
  })
  return rows[0]?.image
}

/** Those whose NPC shows another picture, as somebody has set it with SQL. */
export async function pruneUnusedAvatars({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from npc_avatars where (npc_id, hash) in (
       select npc_id, hash from npc_avatars join npcs on npcs.id = npc_id
       where avatar is distinct from '/avatars/' || hash || '.webp' limit $1)`,
    [limit],
  )
  return rowCount ?? 0
}
