import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../support/seeded-random.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { startSite } from '../support/site/site-process.ts'
import { testEnvironment } from '../support/site/test-environment.ts'

const PASSWORD = 'correct horse battery'
const KILLS = 3

function deskOf(site: RunningSite): { url: string; token: string | undefined } {
  const [, url = '', token] = /desk +(http:\/\/[^/\s]+)(?:\/join#(\S+))?/.exec(site.output().out) ?? []
  return { url, token }
}

async function change(url: string, path: string, { method = 'POST', body = {}, cookie = '' }) {
  const headers = { origin: url, 'content-type': 'application/json', cookie }
  return fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('the first start prints a link that makes an operator, and later ones the address alone', async () => {
  const site = await runSite({ OPERATOR_PORT: '0' })
  const first = deskOf(site)
  const joined = await change(first.url, '/join', {
    body: { token: first.token, name: 'Olga', password: PASSWORD },
  })
  expect(joined.status).toBe(200)
  await site.restart('SIGTERM')
  const { url, token } = deskOf(site)
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  expect(token).toBeUndefined()
  await site.close()
})

test('a port in use stops the start, in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const site = await runSite()
  const other = startSite({
    DATABASE_URL: site.databaseUrl,
    VISITOR_SECRET: 'x'.repeat(32),
    DATA_DIR: `${site.dataDir}/other`,
    OPERATOR_PORT: String(port),
  })
  const { code } = await other.ended
  expect(code).toBe(1)
  expect(other.output().err).toContain(
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE); set another OPERATOR_PORT or OPERATOR_HOST`,
  )
  taken.close()
  await site.close()
})

test(`killed ${KILLS} times amid changes of every kind, state and audit log agree (TEST_SEED=${testEnvironment.seed})`, async () => {
  const random = seededRandom(testEnvironment.seed)
  const site = await runSite({ OPERATOR_PORT: '0' })
  const { url: firstUrl, token } = deskOf(site)
  const joined = await change(firstUrl, '/join', { body: { token, name: 'Olga', password: PASSWORD } })
  const cookie = cookieOf(joined)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { url } = deskOf(site)
    let isOver = false
    const treat = () => treatApplications(site, url, cookie)
    const storm = [inviteAndJoin, inviteAndWithdraw, signInAndOut, removeMembers, treat].map(async (work) => {
      while (!isOver) await work(url, cookie).catch(() => {})
    })
    await sleep(400 + random() * 600)
    await site.restart('SIGKILL')
    isOver = true
    await Promise.all(storm)
    await expectAgreement(site)
  }
  await site.close()
})

async function inviteAndJoin(url: string, cookie: string): Promise<void> {
  const answer = await change(url, '/invitations', { cookie, body: { role: 'npc', npc_id: '1' } })
  const { link } = (await answer.json()) as { link: string }
  const name = `N${link.slice(-6).replace(/\W/g, 'x')}`
  await change(url, '/join', { body: { token: link.split('#')[1], name, password: PASSWORD } })
}

async function inviteAndWithdraw(url: string, cookie: string): Promise<void> {
  await change(url, '/invitations', { cookie, body: { role: 'operator' } })
  const people = await fetch(`${url}/api/members`, { headers: { cookie } })
  const { invitations } = (await people.json()) as { invitations: { id: number; role: string }[] }
  for (const { id, role } of invitations)
    if (role === 'operator') await change(url, `/invitations/${id}`, { method: 'DELETE', cookie })
}

async function signInAndOut(url: string): Promise<void> {
  const session = cookieOf(await change(url, '/sign-in', { body: { name: 'Olga', password: PASSWORD } }))
  await change(url, '/sign-out', { cookie: session })
}

async function removeMembers(url: string, cookie: string): Promise<void> {
  const people = await fetch(`${url}/api/members`, { headers: { cookie } })
  const { members } = (await people.json()) as { members: { id: number; role: string }[] }
  const npc = members.find(({ role }) => role === 'npc')
  if (npc) await change(url, `/members/${npc.id}`, { method: 'DELETE', cookie })
  else await sleep(20)
}

/** One is moved twice and noted; another one is deleted. */
async function treatApplications({ database }: RunningSite, url: string, cookie: string): Promise<void> {
  const { rows } = await database.query<{ id: number }>(
    `insert into submissions (kind, language, content_hash)
     values ('application', 'en', ''), ('application', 'en', '') returning id`,
  )
  const [kept = 0, deleted = 0] = rows.map(({ id }) => id)
  for (const [version, state] of ['talking', 'accepted'].entries())
    await change(url, `/applications/${kept}/state`, {
      method: 'PUT',
      cookie,
      body: { state, version: version + 1 },
    })
  await change(url, `/applications/${kept}/notes`, { cookie, body: { text: 'a note' } })
  await change(url, `/applications/${deleted}`, { method: 'DELETE', cookie })
}

async function expectAgreement({ database }: RunningSite): Promise<void> {
  const { rows } = await database.query(`select
    (select count(*) from audit_log where action = 'invited')
      - (select count(*) from audit_log where action in ('withdrew an invitation', 'joined'))
      = (select count(*) from member_invitations) as invitations_agree,
    (select count(*) from audit_log where action = 'joined')
      - (select count(*) from audit_log where action = 'removed a member')
      = (select count(*) from members) as members_agree,
    (select count(*) from audit_log where member_name = 'Olga' and action = 'signed in')
      - (select count(*) from audit_log where member_name = 'Olga' and action = 'signed out')
      = (select count(*) from member_sessions join members on members.id = member_id where name = 'Olga')
      as sessions_agree,
    (select count(*) from submissions where version > 1) > 0
      and (select coalesce(sum(version - 1), 0) from submissions)
        = (select count(*) from audit_log where action = 'moved an application')
      and (select count(*) from submission_notes)
        = (select count(*) from audit_log where action = 'wrote a note on an application')
      and not exists (select from submissions join audit_log
        on action = 'deleted an application' and (details ->> 'id')::integer = submissions.id)
      as submissions_agree,
    (select count(*)::int from audit_log) as entries`)
  expect(rows[0]).toMatchObject({
    invitations_agree: true,
    members_agree: true,
    sessions_agree: true,
    submissions_agree: true,
  })
  expect(rows[0]?.entries).toBeGreaterThan(10)
}
