import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { noLimits } from '../../../tests/support/site/no-limits.ts'
import { votesApi } from './votes-api.server.ts'

let database: TestDatabase
let app: FastifyInstance
let now = Date.now()

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  app = Fastify({ trustProxy: ['10.0.0.1'] })
  await app.register(votesApi, {
    prefix: '/api',
    db: database.db,
    clock: { now: () => now },
    publicUrl: 'http://localhost:3000',
    visitorSecret: 'for tests only',
    rateLimits: noLimits,
  })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

beforeEach(async () => {
  await database.db.query('truncate npc_votes; update npcs set likes = 0, dislikes = 0')
})

function put(npcId: string, vote_type: unknown, remoteAddress = '203.0.113.1', headers = {}) {
  return app.inject({
    method: 'PUT',
    url: `/api/npcs/${npcId}/vote`,
    payload: { vote_type },
    remoteAddress,
    headers,
  })
}

function remove(npcId: string, remoteAddress = '203.0.113.1') {
  return app.inject({ method: 'DELETE', url: `/api/npcs/${npcId}/vote`, remoteAddress })
}

async function ownVotes(remoteAddress: string) {
  return (await app.inject({ url: '/api/votes', remoteAddress })).json()
}

async function countersAndRows() {
  const { rows } = await database.db.query(
    `select likes, dislikes,
       (select count(*)::int from npc_votes v where v.npc_id = n.id and vote_type = 'like') as like_rows,
       (select count(*)::int from npc_votes v where v.npc_id = n.id and vote_type = 'dislike') as dislike_rows
     from npcs n where id = 1`,
  )
  return rows[0]
}

test('no vote, like, dislike, none: each step counts once, and repeating it changes nothing', async () => {
  for (let times = 0; times < 2; times += 1)
    expect((await put('1', 'like')).json()).toMatchObject({
      npc: { id: '1', likes: 1, dislikes: 0 },
      vote_type: 'like',
    })
  for (let times = 0; times < 2; times += 1)
    expect((await put('1', 'dislike')).json()).toMatchObject({
      npc: { likes: 0, dislikes: 1 },
      vote_type: 'dislike',
    })
  expect(await ownVotes('203.0.113.1')).toEqual({ 1: 'dislike' })
  for (let times = 0; times < 2; times += 1)
    expect((await remove('1')).json()).toMatchObject({ npc: { likes: 0, dislikes: 0 }, vote_type: null })
  expect(await ownVotes('203.0.113.1')).toEqual({})
})

test('an IPv4 address, mapped or not, and an IPv6 /64 have one vote each', async () => {
  await put('1', 'like', '203.0.113.1')
  await put('1', 'like', '::ffff:203.0.113.1')
  await put('1', 'like', '2001:db8:1:2::1')
  await put('1', 'like', '2001:db8:1:2:ffff::9')
  await put('1', 'like', '2001:db8:1:3::1')
  expect(await countersAndRows()).toEqual({ likes: 3, dislikes: 0, like_rows: 3, dislike_rows: 0 })
})

test('the address itself is never stored', async () => {
  await put('1', 'like', '203.0.113.77')
  const { rows } = await database.db.query('select user_ip from npc_votes')
  expect(rows[0].user_ip).toMatch(/^[\w-]{43}$/)
})

test('a forwarding header counts only when it comes from the configured proxy', async () => {
  await put('1', 'like', '203.0.113.1', { 'x-forwarded-for': '198.51.100.1' })
  await put('1', 'like', '203.0.113.1', { 'x-forwarded-for': '198.51.100.2' })
  await put('1', 'like', '10.0.0.1', { 'x-forwarded-for': '198.51.100.3' })
  await put('1', 'like', '10.0.0.1', { 'x-forwarded-for': '198.51.100.4' })
  expect(await countersAndRows()).toMatchObject({ likes: 3 })
  expect((await app.inject({ url: '/api/ip', remoteAddress: '203.0.113.1' })).json()).toEqual({
    ip: '203.0.113.1',
  })
})

test('without an address a signed cookie identifies the visitor; a forged one does not', async () => {
  const nowhere = { 'x-forwarded-for': 'unknown' }
  const first = await put('1', 'like', '10.0.0.1', nowhere)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const again = await put('1', 'like', '10.0.0.1', { ...nowhere, cookie })
  expect(again.headers['set-cookie']).toBeUndefined()
  expect(again.json().npc.likes).toBe(1)
  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await put('1', 'like', '10.0.0.1', { ...nowhere, cookie: forged })).json().npc.likes).toBe(2)
})

test('the cookie is valid for a year', async () => {
  const nowhere = { 'x-forwarded-for': 'unknown' }
  const first = await put('1', 'like', '10.0.0.1', nowhere)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const given = now
  now = given + 364 * 86_400_000
  expect((await put('1', 'like', '10.0.0.1', { ...nowhere, cookie })).json().npc.likes).toBe(1)
  now = given + 365 * 86_400_000
  const late = await put('1', 'like', '10.0.0.1', { ...nowhere, cookie })
  expect(late.json().npc.likes).toBe(2)
  expect(late.headers['set-cookie']).toBeDefined()
  const [value = '', expires] = /\.(\d+)\./.exec(cookie) ?? []
  const prolonged = cookie.replace(value, `.${Number(expires) + 86_400}.`)
  expect((await put('1', 'like', '10.0.0.1', { ...nowhere, cookie: prolonged })).json().npc.likes).toBe(3)
  now = given
})

test('over TLS the cookie is for this host only, and both names are read', async () => {
  const nowhere = { 'x-forwarded-for': 'unknown' }
  const plain = String((await put('1', 'like', '10.0.0.1', nowhere)).headers['set-cookie'])
  expect(plain).toMatch(/^visitor=[^;]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  const tls = { ...nowhere, 'x-forwarded-proto': 'https' }
  const secure = String((await put('1', 'like', '10.0.0.1', tls)).headers['set-cookie'])
  expect(secure).toMatch(/^__Host-visitor=[^;]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/)
  for (const given of [plain, secure]) {
    const cookie = `theme=dark; ${given.split(';')[0]}`
    const again = await put('1', 'dislike', '10.0.0.1', { ...tls, cookie })
    expect(again.headers['set-cookie']).toBeUndefined()
  }
  expect(await countersAndRows()).toMatchObject({ likes: 0, dislikes: 2 })
  const forged = await put('1', 'like', '203.0.113.1', { 'x-forwarded-proto': 'https' })
  expect(forged.headers['set-cookie']).toBeUndefined()
})

test.each(['99', '0', '-1', 'one', '1;drop', '99999999999', '1.0'])(
  'NPC %s does not exist: 404',
  async (id) => {
    expect((await put(id, 'like')).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
  },
)

test.each([undefined, null, 1, 'love', ['like'], {}])(
  'a vote_type of %o is rejected and changes nothing',
  async (type) => {
    expect((await put('1', type)).statusCode).toBe(400)
    expect(await countersAndRows()).toMatchObject({ likes: 0, dislikes: 0 })
  },
)

test('1,000 mixed votes at once from 50 addresses: counters equal rows, at most one row per address', async () => {
  const steps = Array.from({ length: 1_000 }, (_, step) => {
    const address = `198.51.100.${step % 50}`
    if (step % 7 === 0) return remove('1', address)
    return put('1', step % 3 === 0 ? 'dislike' : 'like', address)
  })
  for (const { statusCode } of await Promise.all(steps)) expect(statusCode).toBe(200)
  const { likes, dislikes, like_rows, dislike_rows } = await countersAndRows()
  expect([likes, dislikes]).toEqual([like_rows, dislike_rows])
  expect(like_rows + dislike_rows).toBeLessThanOrEqual(50)
})

test('10,000 requests with changing forwarding headers from one socket are one voter', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  for (let batch = 0; batch < 100; batch += 1) {
    socket.write(Array.from({ length: 100 }, (_, place) => forgedVote(batch * 100 + place)).join(''))
    for (let answered = 0; answered < 100; )
      for (const status of String((await once(socket, 'data'))[0]).matchAll(/HTTP\/1.1 (\d+)/g)) {
        expect(status[1]).toBe('200')
        answered += 1
      }
  }
  socket.destroy()
  expect(await countersAndRows()).toEqual({ likes: 1, dislikes: 0, like_rows: 1, dislike_rows: 0 })
})

function forgedVote(number: number): string {
  const address = `198.${51 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
  const body = '{"vote_type":"like"}'
  return [
    'PUT /api/npcs/1/vote HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Forwarded-For: ${address}`,
    `X-Real-IP: ${address}`,
    `Forwarded: for=${address}`,
    '',
    body,
  ].join('\r\n')
}
