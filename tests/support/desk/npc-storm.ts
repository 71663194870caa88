import { expect } from 'vitest'
import type { EditableNpc } from '../../../app/desk/npcs/contract.ts'
import type { Mission, Step } from '../../../app/features/missions/contract.ts'
import type { Npc } from '../../../app/features/npcs/contract.ts'
import type { RunningSite } from '../site/running-site.ts'

type Call = (method: string, path: string, body?: object | Buffer) => Promise<unknown>

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Every kind of change of NPCs, one after the other. Each reads first, so that it goes on where a kill has left it. */
export async function changeNpcs(url: string, cookie: string): Promise<void> {
  const call = callerOf(url, cookie)
  const { details, revision } = (await call('GET', '/npcs/3')) as EditableNpc
  await call('PUT', '/npcs/3', { ...details, revision, name: `Edit ${numberIn(details.name) + 1}` })
  const { npcs } = (await call('GET', '/npcs/list')) as { npcs: Npc[] }
  const ids = npcs.map(({ id }) => id)
  await call('PUT', '/npcs/order', { from: ids, to: ids.toReversed() })
  const second = npcs.find(({ id }) => id === '2')
  await call('PUT', '/npcs/2/position', { is_open: !second?.is_position_open })
  await (second?.avatar ? call('DELETE', '/npcs/2/avatar') : call('PUT', '/npcs/2/avatar', PIXEL))
}

export async function changeMissions(url: string, cookie: string): Promise<void> {
  const call = callerOf(url, cookie)
  const read = async () => ((await call('GET', '/npcs/1/plan')) as { mission: Mission }).mission
  const { texts } = await read()
  const to = { en: `Mission ${numberIn(texts.en ?? '') + 1}` }
  await call('PUT', '/npcs/1/mission', { from: texts, to })
  for (const text of ['Run', 'Eat']) await call('POST', '/npcs/1/steps', { text })
  const { steps } = await read()
  for (const { id, is_done } of steps) await call('PUT', `/npcs/1/steps/${id}/done`, { is_done: !is_done })
  for (const { id } of steps.slice(2) as Step[]) await call('DELETE', `/npcs/1/steps/${id}`)
}

/** The audit log says of NPCs, missions and steps what they are. */
export async function expectNpcsAgree({ database }: RunningSite): Promise<void> {
  const count = (action: string) => `(select count(*) from audit_log where action = '${action}')`
  const { rows } = await database.query(`select
    (select coalesce(substring(name from '^Edit (\\d+)$'), '0')::int from npcs where id = 3) = ${count('edited an NPC')}
      as edits,
    (select is_position_open::int - 1 from npcs where id = 2)
      = ${count('opened a position')} - ${count('filled a position')} as positions,
    (select count(*) from npc_avatars) = ${count('changed an avatar')} - ${count('removed an avatar')} as avatars,
    (select string_agg(id::text, ', ' order by position, id) from npcs) = coalesce(
      (select details ->> 'order' from audit_log where action = 'ordered the NPCs' order by id desc limit 1),
      '1, 2, 3') as orders,
    coalesce((select substring(texts ->> 'en' from '\\d+') from npc_missions where npc_id = 1), '0')::int
      = ${count('changed a mission')} as missions,
    (select count(*) from npc_steps) = ${count('added a step')} - ${count('removed a step')} as steps,
    not exists (select from npc_steps where is_done is distinct from coalesce(
      (select action = 'marked a step as done' from audit_log
       where action like 'marked a step%' and details ->> 'step' = npc_steps.id::text order by id desc limit 1),
      false)) as marks,
    (select count(*) from events where name = 'mission')
      = (select count(*) from audit_log where action ~ ' (a mission|a step)') as events,
    exists (select from audit_log where action = 'edited an NPC')
      and exists (select from audit_log where action = 'changed a mission') as has_changed`)
  expect(Object.entries(rows[0] ?? {}).filter(([, agrees]) => agrees !== true)).toEqual([])
}

function numberIn(text: string): number {
  return Number(/^\w+ (\d+)$/.exec(text)?.[1] ?? 0)
}

function callerOf(url: string, cookie: string): Call {
  return async (method, path, body) => {
    const isFile = Buffer.isBuffer(body)
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        origin: url,
        cookie,
        ...(body && { 'content-type': isFile ? 'image/png' : 'application/json' }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    return answer.json()
  }
}
