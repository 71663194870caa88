import type { ClientBase } from 'pg'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Translations } from '../npcs/contract.ts'
import { MAX_STEPS, type Mission } from './contract.ts'

/** Undefined for an unknown NPC; empty for one that has written nothing. */
export async function findMission({ db }: { db: Queryable }, npcId: string): Promise<Mission | undefined> {
  const { rows } = await db.query<Mission>({
    name: 'mission',
    text: `select npcs.id::text as npc_id, coalesce(texts, '{}') as texts,
             coalesce((select json_agg(json_build_object('id', id, 'text', text, 'is_done', is_done)
               order by npc_steps.position, id) from npc_steps where npc_id = npcs.id), '[]') as steps
           from npcs left join npc_missions on npc_id = npcs.id where npcs.id = $1`,
    values: [npcId],
  })
  return rows[0]
}

/** As it is until the end of the transaction: nobody else changes mission or steps. */
export async function lockMission(client: ClientBase, npcId: string): Promise<Mission | undefined> {
  await client.query(
    'insert into npc_missions (npc_id) select id from npcs where id = $1 on conflict do nothing',
    [npcId],
  )
  await client.query('select from npc_missions where npc_id = $1 for update', [npcId])
  return findMission({ db: client }, npcId)
}

export async function setMissionTexts(client: ClientBase, npcId: string, texts: Translations): Promise<void> {
  await client.query('update npc_missions set texts = $2 where npc_id = $1', [npcId, texts])
}

/** After the others. Undefined if there are as many as there may be. */
export async function insertStep(
  client: ClientBase,
  npcId: string,
  text: string,
): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `insert into npc_steps (npc_id, position, text)
     select $1, coalesce(max(position), 0) + 1, $2 from npc_steps where npc_id = $1 having count(*) < $3
     returning id`,
    [npcId, text, MAX_STEPS],
  )
  return rows[0]?.id
}

export async function setStepText(client: ClientBase, stepId: number, text: string): Promise<void> {
  await client.query('update npc_steps set text = $2 where id = $1', [stepId, text])
}

export async function setStepDone(client: ClientBase, stepId: number, isDone: boolean): Promise<void> {
  await client.query('update npc_steps set is_done = $2 where id = $1', [stepId, isDone])
}

export async function setStepOrder(client: ClientBase, npcId: string, ids: number[]): Promise<void> {
  await client.query(
    `update npc_steps set position = ordered.place
     from unnest($2::integer[]) with ordinality as ordered (id, place)
     where npc_steps.id = ordered.id and npc_id = $1`,
    [npcId, ids],
  )
}

export async function deleteSteps(client: ClientBase, npcId: string, ids: number[]): Promise<void> {
  await client.query('delete from npc_steps where npc_id = $1 and id = any($2)', [npcId, ids])
}

/** Every open page shows it within a second. */
export async function publishMission(client: ClientBase, npcId: string): Promise<void> {
  await client.query("select append_event('mission', $1)", [await findMission({ db: client }, npcId)])
}
