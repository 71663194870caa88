import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inviteFirstOperator } from '../../app/features/members/invitations-store.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database/test-database.ts'
import { resourcesWith } from '../../tests/support/site/site-resources.ts'
import { createApp } from '../app.ts'
import { readEnvironment } from '../environment.ts'
import { createDesk } from './create-desk.ts'

const URL_OF_DESK = 'http://localhost:4000'
const PASSWORD = 'correct horse battery'

type Route = { method: string; url: string; access: string }
type Call = {
  address?: string
  method?: string
  url: string
  cookie?: string | undefined
  body?: object
  headers?: object
}

const routes: Route[] = []
let database: TestDatabase
let desk: FastifyInstance

/** A later hook may still declare the access. */
function remember(route: RouteOptions): void {
  for (const method of [route.method].flat())
    routes.push({
      method,
      url: route.url,
      get access() {
        return (route.config as { access?: string } | undefined)?.access ?? 'operator'
      },
    })
}

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await createDesk(resourcesWith({ db: database.db }), {
    deskUrl: () => URL_OF_DESK,
    trustProxy: [],
    onRoute: remember,
  })
})

beforeEach(() => sql('delete from members; delete from member_invitations; delete from sign_in_attempts'))

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string, values?: unknown[]) {
  return (await database.db.query(text, values)).rows
}

/** As a page of the desk does it. */
function call({ method = 'GET', url, cookie, body, headers = {}, address = '127.0.0.1' }: Call) {
  return desk.inject({
    method: method as 'GET',
    url,
    headers: {
      host: 'localhost:4000',
      ...(method !== 'GET' && { origin: URL_OF_DESK, 'sec-fetch-site': 'same-origin' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    remoteAddress: address,
    ...(body && { payload: body }),
  })
}

/** An address that matches the route, of NPC 1 and of nothing else that exists. */
function addressOf(url: string): string {
  return url.replace(':npcId', '1').replace(/:\w+/, '999999').replace('*', 'x')
}

function cookieOf({ cookies }: Awaited<ReturnType<typeof call>>): string {
  const [cookie] = cookies
  return `${cookie?.name}=${cookie?.value}`
}

async function joinWith(token: string | undefined, name: string) {
  return call({ method: 'POST', url: '/api/join', body: { token, name, password: PASSWORD } })
}

async function firstOperator(): Promise<string> {
  return cookieOf(await joinWith(await inviteFirstOperator(database), 'Olga'))
}

async function memberOf(npcId: string, operator: string, name = `member of ${npcId}`): Promise<string> {
  const body = { role: 'npc', npc_id: npcId }
  const { link } = (await call({ method: 'POST', url: '/api/invitations', cookie: operator, body })).json()
  return cookieOf(await joinWith(link.split('#')[1], name))
}

function signIn(name: string, password: string, cookie?: string) {
  return call({ method: 'POST', url: '/api/sign-in', cookie, body: { name, password } })
}

test('the first link makes an operator, once', async () => {
  const token = await inviteFirstOperator(database)
  const read = await call({ method: 'POST', url: '/api/invitations/read', body: { token } })
  expect(read.json()).toEqual({ role: 'operator', npc_id: null })
  const joined = await joinWith(token, 'Olga')
  const { member } = (await call({ url: '/api/me', cookie: cookieOf(joined) })).json()
  expect(member).toMatchObject({ name: 'Olga', role: 'operator' })
  expect((await joinWith(token, 'Other')).json()).toMatchObject({ status: 410, code: 'link_used' })
  expect(await inviteFirstOperator(database)).toBeUndefined()
})

test('of two who use a link at the same moment, one joins', async () => {
  const token = await inviteFirstOperator(database)
  const answers = await Promise.all([joinWith(token, 'Olga'), joinWith(token, 'Otto')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  expect(await sql('select count(*)::int as members from members')).toEqual([{ members: 1 }])
})

test('a link that is too old, or that another start has replaced, is used up', async () => {
  const replaced = await inviteFirstOperator(database)
  const expired = await inviteFirstOperator(database)
  await sql("update member_invitations set expires_at = now() - interval '1 second'")
  for (const token of [replaced, expired, '', 'x'.repeat(100)])
    expect((await joinWith(token, 'Olga')).statusCode).toBe(410)
})

test('a name that somebody has, in whatever letters, is rejected, and the link stays usable', async () => {
  const operator = await firstOperator()
  const body = { role: 'operator' }
  const { link } = (await call({ method: 'POST', url: '/api/invitations', cookie: operator, body })).json()
  const token = link.split('#')[1]
  expect((await joinWith(token, 'OLGA')).json()).toMatchObject({ status: 409, code: 'name_taken' })
  expect((await joinWith(token, 'Otto')).statusCode).toBe(200)
})

const BAD_MEMBERS = [
  { name: 'Olga', password: 'short' },
  { name: '', password: PASSWORD },
  { name: ' ', password: PASSWORD },
  { name: 'x'.repeat(41), password: PASSWORD },
  { name: 'a\u0000b', password: PASSWORD },
  { name: 'a\u202eb', password: PASSWORD },
  { name: 7, password: PASSWORD },
  { name: 'Olga', password: 'x'.repeat(201) },
]

test.each(BAD_MEMBERS)('a member such as %j is rejected in words', async (member) => {
  const token = await inviteFirstOperator(database)
  const answer = await call({ method: 'POST', url: '/api/join', body: { token, ...member } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().detail).toContain('A name has')
})

test('every route rejects those whom it is not for', async () => {
  const operator = await firstOperator()
  const npc = await memberOf('1', operator)
  const otherNpc = await memberOf('2', operator)
  const expired = cookieOf(await signIn('Olga', PASSWORD))
  await sql(`update member_sessions set seen_at = now() - interval '8 days'
             where id = (select max(id) from member_sessions)`)
  const unsafe = routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  expect(unsafe.length).toBeGreaterThan(15)
  for (const { method, url, access } of unsafe) {
    const at = { method, url: addressOf(url) }
    const isFor = async (cookie: string | undefined) =>
      ![401, 403].includes(
        (await call({ ...at, cookie, body: method === 'GET' ? undefined : {} } as Call)).statusCode,
      )
    expect([at, await isFor(undefined)]).toEqual([at, access === 'anyone'])
    expect([at, await isFor('desk=made-up')]).toEqual([at, access === 'anyone'])
    expect([at, await isFor(expired)]).toEqual([at, access === 'anyone'])
    if (at.url === '/api/sign-out') continue
    const isForMembers = access === 'anyone' || access === 'member'
    expect([at, await isFor(otherNpc)]).toEqual([at, isForMembers])
    expect([at, await isFor(npc)]).toEqual([at, isForMembers || access === 'npc'])
  }
})

test('a change from another origin, another local port or no page at all is rejected and changes nothing', async () => {
  const operator = await firstOperator()
  const before = await sql('select * from audit_log')
  const changes = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  expect(changes.length).toBeGreaterThan(8)
  const foreign = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { origin: URL_OF_DESK, 'sec-fetch-site': 'same-site' },
    { origin: '', 'sec-fetch-site': 'same-origin' },
  ]
  for (const { method, url } of changes)
    for (const headers of foreign) {
      const answer = await call({ method, url: addressOf(url), cookie: operator, body: {}, headers })
      expect(answer.statusCode).toBe(403)
      expect(answer.json().detail).toBe('Changes are made from pages of the desk.')
    }
  expect(await sql('select * from audit_log')).toEqual(before)
})

test('under another name for the machine there is no desk', async () => {
  for (const host of ['evil.example', '127.0.0.1:4000', 'localhost:3000'])
    expect((await call({ url: '/', headers: { host } })).statusCode).toBe(421)
})

test('no other site can show the desk in a frame or run scripts in it', async () => {
  const { headers, statusCode } = await call({ url: '/people' })
  expect(statusCode).toBe(200)
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['cache-control']).toBe('no-store')
})

test('after ten wrong passwords the right one has to wait too, elsewhere it does not', async () => {
  await firstOperator()
  await sql('delete from sign_in_attempts')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 20; attempt += 1)
    statuses.push((await signIn('Olga', `wrong password ${attempt}`)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(10).fill(429)])
  const blocked = await signIn('Olga', PASSWORD)
  expect(blocked.json().detail).toBe('Too many wrong passwords. Please try again in 15 minutes.')
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800)
  const body = { name: 'Olga', password: PASSWORD }
  const elsewhere = await call({ method: 'POST', url: '/api/sign-in', body, address: '192.0.2.7' })
  expect(elsewhere.statusCode).toBe(200)
  await sql("update sign_in_attempts set since = now() - interval '16 minutes'")
  expect((await signIn('olga', PASSWORD)).statusCode).toBe(200)
})

test('a wrong name and a wrong password get the same answer', async () => {
  await firstOperator()
  const [name, password] = [await signIn('Nobody', PASSWORD), await signIn('Olga', 'wrong password')]
  expect(name.json()).toEqual(password.json())
})

test('a session that somebody else prepared is not the one that a sign-in opens', async () => {
  await firstOperator()
  const prepared = 'desk=known-to-the-attacker'
  const opened = cookieOf(await signIn('Olga', PASSWORD, prepared))
  expect(opened).not.toBe(prepared)
  expect((await call({ url: '/api/me', cookie: prepared })).json()).toEqual({ member: null })
})

test('the cookie is for this host alone, for no script, and over TLS for TLS alone', async () => {
  const plain = (await joinWith(await inviteFirstOperator(database), 'Olga')).headers['set-cookie']
  expect(plain).toMatch(/^desk=[\w-]{32}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
  const secure = await createDesk(resourcesWith({ db: database.db }), {
    deskUrl: () => 'https://desk.example',
    trustProxy: [],
  })
  const answer = await secure.inject({
    method: 'POST',
    url: '/api/sign-in',
    headers: { host: 'desk.example', origin: 'https://desk.example' },
    payload: { name: 'Olga', password: PASSWORD },
  })
  expect(answer.headers['set-cookie']).toMatch(/^__Host-desk=[\w-]{32}; .*; Secure$/)
  await secure.close()
})

test('sessions are listed and ended: an operator sees all, others their own', async () => {
  const operator = await firstOperator()
  const npc = await memberOf('1', operator, 'Nina')
  const listOf = async (cookie: string) => (await call({ url: '/api/sessions', cookie })).json().sessions
  expect((await listOf(operator)).map(({ member }: { member: string }) => member).sort()).toEqual([
    'Nina',
    'Olga',
  ])
  const [own] = await listOf(npc)
  expect(own).toMatchObject({ member: 'Nina', is_this: true })
  const [ofOlga] = (await listOf(operator)).filter(({ is_this }: { is_this: boolean }) => is_this)
  expect((await call({ method: 'DELETE', url: `/api/sessions/${ofOlga.id}`, cookie: npc })).statusCode).toBe(
    404,
  )
  expect(
    (await call({ method: 'DELETE', url: `/api/sessions/${own.id}`, cookie: operator })).statusCode,
  ).toBe(200)
  expect((await call({ url: '/api/sessions', cookie: npc })).statusCode).toBe(401)
})

test('a new password ends the other sessions, and needs the old one', async () => {
  const first = await firstOperator()
  const second = cookieOf(await signIn('Olga', PASSWORD))
  const change = (current: string) =>
    call({
      method: 'PUT',
      url: '/api/password',
      cookie: second,
      body: { proof: { current }, next: 'another long password' },
    })
  expect((await change('wrong')).statusCode).toBe(422)
  expect((await change(PASSWORD)).statusCode).toBe(200)
  expect((await call({ url: '/api/sessions', cookie: first })).statusCode).toBe(401)
  expect((await call({ url: '/api/sessions', cookie: second })).statusCode).toBe(200)
  expect((await signIn('Olga', PASSWORD)).statusCode).toBe(422)
  expect((await signIn('Olga', 'another long password')).statusCode).toBe(200)
})

test('of two operators who remove each other at the same moment, one stays', async () => {
  const olga = await firstOperator()
  const { link } = (
    await call({ method: 'POST', url: '/api/invitations', cookie: olga, body: { role: 'operator' } })
  ).json()
  const otto = cookieOf(await joinWith(link.split('#')[1], 'Otto'))
  const ids = Object.fromEntries(
    (await sql('select name, id from members')).map(({ name, id }) => [name, id]),
  )
  const answers = await Promise.all([
    call({ method: 'DELETE', url: `/api/members/${ids.Otto}`, cookie: olga }),
    call({ method: 'DELETE', url: `/api/members/${ids.Olga}`, cookie: otto }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await sql('select count(*)::int as operators from members')).toEqual([{ operators: 1 }])
})

test('every change is in the audit log, and nothing removes it from there', async () => {
  const operator = await firstOperator()
  await memberOf('2', operator, 'Nina')
  const { entries } = (await call({ url: '/api/audit-log', cookie: operator })).json()
  const newest = entries
    .slice(0, 3)
    .map(({ member, action }: Record<string, string>) => `${member} ${action}`)
  expect(newest).toEqual(['Nina signed in', 'Nina joined', 'Olga invited'])
  for (const statement of ['delete from audit_log', "update audit_log set action = ''", 'truncate audit_log'])
    await expect(sql(statement)).rejects.toThrow('the audit log is append-only')
})

test.each([
  ['without a desk', {}],
  ['with a desk', { OPERATOR_PORT: '0' }],
])('%s, the public listener knows nothing of it', async (_title, variables) => {
  const operator = await firstOperator()
  const environment = readEnvironment(variables)
  const hasDesk = environment.desk.port !== undefined
  const site = await createApp(resourcesWith({ db: database.db, hasDesk }), environment)
  const own = routes.filter(({ url }) => url !== '/' && !url.startsWith('/assets/'))
  for (const { method, url } of own) {
    const headers = { cookie: operator, origin: URL_OF_DESK }
    const { statusCode } = await site.inject({
      method: method as 'GET',
      url: addressOf(url),
      headers,
    })
    expect([method, url, [404, 405].includes(statusCode)]).toEqual([method, url, true])
  }
  await site.close()
})
