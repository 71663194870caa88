import type { ClientBase } from 'pg'
import type { Db } from '../../../platform/database/database.server.ts'

/** The database, or a transaction. */
export type Queries = Pick<ClientBase, 'query'>

/** Scripts get keys of their own and never touch the NPC's. */
export type KeyRequest = { npcId: string; holder: 'npc' | 'script'; isReplaced: boolean }

/** False when there is a key that may not be replaced. */
export async function insertKey(
  { db }: { db: Queries },
  request: KeyRequest,
  hash: Buffer,
): Promise<boolean> {
  const { npcId, holder, isReplaced } = request
  const onConflict = isReplaced
    ? 'do update set key_hash = excluded.key_hash, created_at = excluded.created_at'
    : 'do nothing'
  const { rowCount } = await db.query(
    `insert into stream_keys (key_hash, npc_id, holder) values ($1, $2, $3)
     on conflict (npc_id) where holder = 'npc' ${onConflict}`,
    [hash, npcId, holder],
  )
  return rowCount === 1
}

export async function findKeyOwner({ db }: { db: Db }, hash: Buffer): Promise<string | undefined> {
  const { rows } = await db.query<{ npc_id: string }>({
    name: 'key-owner',
    text: 'select npc_id::text from stream_keys where key_hash = $1',
    values: [hash],
  })
  return rows[0]?.npc_id
}

/** The NPCs that can stream. */
export async function listKeyOwners({ db }: { db: Db }): Promise<string[]> {
  const { rows } = await db.query<{ npc_id: string }>(
    "select npc_id::text from stream_keys where holder = 'npc' order by npc_id",
  )
  return rows.map(({ npc_id }) => npc_id)
}

export async function deleteScriptKeys({ db }: { db: Queries }, olderThanMs: number): Promise<void> {
  await db.query(
    "delete from stream_keys where holder = 'script' and created_at < now() - $1 * interval '1 ms'",
    [olderThanMs],
  )
}
