import type { ClientBase } from 'pg'
import { avatarPath, MAX_NPCS, type NpcDetails } from '../contract.ts'

/** Votes lock the NPC in the same way. False if there is no such NPC. */
export async function lockNpc(client: ClientBase, id: number): Promise<boolean> {
  const { rowCount } = await client.query('select from npcs where id = $1 for no key update', [id])
  return rowCount === 1
}

/** The ids in their order; nobody else changes it until the end of the transaction. */
export async function lockNpcOrder(client: ClientBase): Promise<string[]> {
  // By id, as votes lock them.
  await client.query('select from npcs order by id for no key update')
  const { rows } = await client.query<{ id: string }>('select id::text from npcs order by position, id')
  return rows.map(({ id }) => id)
}

export async function setNpcOrder(client: ClientBase, ids: string[]): Promise<void> {
  await client.query(
    `update npcs set position = ordered.place
     from unnest($1::integer[]) with ordinality as ordered (id, place) where npcs.id = ordered.id`,
    [ids],
  )
}

/** Undefined if there are as many as there may be. */
export async function insertNpc(
  client: ClientBase,
  {
    name,
    x_account,
    description,
    descriptions,
    is_position_open,
  }: NpcDetails & { is_position_open: boolean },
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `insert into npcs (name, x_account, description, descriptions, is_position_open)
     select $1, $2, $3, nullif($4::jsonb, '{}'), $5 where (select count(*) from npcs) < $6
     returning id::text`,
    [name, x_account, description, descriptions, is_position_open, MAX_NPCS],
  )
  return rows[0]?.id
}

export async function updateNpcDetails(
  client: ClientBase,
  id: number,
  { name, x_account, description, descriptions }: NpcDetails,
): Promise<void> {
  await client.query(
    `update npcs set name = $2, x_account = $3, description = $4, descriptions = nullif($5::jsonb, '{}')
     where id = $1`,
    [id, name, x_account, description, descriptions],
  )
}

/** False if it is so already. */
export async function setPositionOpen(client: ClientBase, id: number, isOpen: boolean): Promise<boolean> {
  const { rowCount } = await client.query(
    'update npcs set is_position_open = $2 where id = $1 and is_position_open <> $2',
    [id, isOpen],
  )
  return rowCount === 1
}

export type EncodedAvatar = { hash: string; image: Buffer }

/** An NPC has one: the one before it is gone. */
export async function setAvatar(
  client: ClientBase,
  id: number,
  { hash, image }: EncodedAvatar,
): Promise<void> {
  await client.query(
    `insert into npc_avatars (npc_id, hash, image) values ($1, $2, $3)
     on conflict (npc_id) do update set hash = excluded.hash, image = excluded.image`,
    [id, hash, image],
  )
  await client.query('update npcs set avatar = $2 where id = $1', [id, avatarPath(hash)])
}

/** False if there was none. */
export async function removeAvatar(client: ClientBase, id: number): Promise<boolean> {
  await client.query('delete from npc_avatars where npc_id = $1', [id])
  const { rowCount } = await client.query(
    'update npcs set avatar = null where id = $1 and avatar is not null',
    [id],
  )
  return rowCount === 1
}
