import { expect } from 'vitest'
import type { RunningSite } from '../site/running-site.ts'
import { changeDesk } from './change-desk.ts'

/** Stops and resumes the stream of NPC 1, and changes its key and delay. */
export async function changeStage(url: string, cookie: string): Promise<void> {
  const change = (method: string, path: string, body: object) =>
    changeDesk(url, `/stages/1/${path}`, { method, cookie, body })
  await change('POST', 'stop', { note: 'in a storm' })
  await change('PUT', 'delay', { delay_s: Math.floor(Date.now() / 100) % 31 })
  await change('POST', 'key', { is_replaced: true })
  await change('POST', 'resume', {})
}

/** The stage is what the audit log says. */
export async function expectStagesAgree({ database }: RunningSite): Promise<void> {
  const { rows } = await database.query(`select
    (select count(*) from audit_log where action = 'stopped the stream')
      - (select count(*) from audit_log where action = 'resumed the stream')
      = (select count(*) from stages where stopped_at is not null) as stops_agree,
    coalesce((select (details ->> 'delay_s')::integer from audit_log where action = 'changed the delay'
        order by id desc limit 1), 0)
      = coalesce((select delay_s from stages where npc_id = 1), 0) as delays_agree,
    exists (select from audit_log where action = 'replaced the stream key')
      = exists (select from stream_keys where holder = 'npc') as keys_agree`)
  expect(rows).toEqual([{ stops_agree: true, delays_agree: true, keys_agree: true }])
}
