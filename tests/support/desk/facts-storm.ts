import { expect } from 'vitest'
import type { RunningSite } from '../site/running-site.ts'

/** For `kill -9`: marks a milestone and takes it back, sets and unsets the cap, renames the site. */
export async function changeFacts(url: string, cookie: string): Promise<void> {
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  await call('POST', '/milestones/coffee', { reason: 'x', language: 'en', evidence: 'https://example.com/' })
  await call('PUT', '/current-cap', { usd: 70_000, as_of: '2026-01-02' })
  await call('PUT', '/site-details', { name: `Name ${Date.now()}` })
  await call('DELETE', '/milestones/coffee')
  await call('DELETE', '/current-cap')
}

/** Rows, events and audit log say the same. */
export async function expectFactsAgree({ database }: RunningSite): Promise<void> {
  const { rows } = await database.query(`select
    (select count(*) from audit_log where action = 'marked a milestone')
      - (select count(*) from audit_log where action = 'took back a milestone')
      = (select count(*) from reached_milestones) as milestones_agree,
    (select count(*) from audit_log where action in ('marked a milestone', 'took back a milestone'))
      = (select count(*) from events where name = 'milestone') as events_agree,
    (select jsonb_array_length(data -> 'reached') = (select count(*) from reached_milestones)
        and jsonb_typeof(data -> 'current_cap') = case when exists (select from current_cap) then 'object' else 'null' end
      from events where name = 'roadmap') as state_agrees,
    (select action = 'set the cap' from audit_log where action in ('set the cap', 'unset the cap')
      order by id desc limit 1) = exists (select from current_cap) as cap_agrees,
    (select details ->> 'name' from audit_log where action = 'changed site details' order by id desc limit 1)
      = (select value from site_details where field = 'name') as site_agrees`)
  expect(rows).toEqual([
    {
      milestones_agree: true,
      events_agree: true,
      state_agrees: true,
      cap_agrees: true,
      site_agrees: true,
    },
  ])
}
