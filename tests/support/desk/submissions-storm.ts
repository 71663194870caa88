import { expect } from 'vitest'
import type { RunningSite } from '../site/running-site.ts'
import { changeDesk } from './change-desk.ts'

/** One is moved twice and noted; another one is deleted. */
export async function treatApplications(
  url: string,
  cookie: string,
  { database }: RunningSite,
): Promise<void> {
  const { rows } = await database.query<{ id: number }>(
    `insert into submissions (kind, language, content_hash)
     values ('application', 'en', ''), ('application', 'en', '') returning id`,
  )
  const [kept = 0, deleted = 0] = rows.map(({ id }) => id)
  for (const [version, state] of ['talking', 'accepted'].entries())
    await changeDesk(url, `/applications/${kept}/state`, {
      method: 'PUT',
      cookie,
      body: { state, version: version + 1 },
    })
  await changeDesk(url, `/applications/${kept}/notes`, { cookie, body: { text: 'a note' } })
  await changeDesk(url, `/applications/${deleted}`, { method: 'DELETE', cookie })
}

/** The audit log says of each application what was done to it. */
export async function expectSubmissionsAgree({ database }: RunningSite): Promise<void> {
  const { rows } = await database.query(`select
    (select coalesce(sum(version - 1), 0) from submissions)
      = (select count(*) from audit_log where action = 'moved an application') as moves_agree,
    (select count(*) from submission_notes)
      = (select count(*) from audit_log where action = 'wrote a note on an application') as notes_agree,
    not exists (select from submissions join audit_log
      on action = 'deleted an application' and (details ->> 'id')::integer = submissions.id) as deletions_agree`)
  expect(rows).toEqual([{ moves_agree: true, notes_agree: true, deletions_agree: true }])
}
