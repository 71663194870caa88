import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDesk } from '../../../server/desk/create-desk.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { resourcesWith } from '../../../tests/support/site/site-resources.ts'
import { checkKey } from '../../features/live/ingest/stream-keys.server.ts'
import { listStageRules } from '../../features/live/stage/stages-store.server.ts'
import { inviteFirstOperator } from '../../features/members/invitations-store.server.ts'

const URL_OF_DESK = 'http://localhost:4000'
const PASSWORD = 'correct horse battery'

let database: TestDatabase
let desk: FastifyInstance
let operator: string
let npc: string

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await createDesk(resourcesWith({ db: database.db, publicUrl: 'https://npc.example' }), {
    deskUrl: () => URL_OF_DESK,
    trustProxy: [],
  })
  operator = await join(await inviteFirstOperator(database), 'Olga')
  const { link } = (await post('/invitations', operator, { role: 'npc', npc_id: '1' })).json()
  npc = await join(link.split('#')[1], 'Nina')
})

beforeEach(() => database.db.query('delete from stages; delete from stream_keys'))

afterAll(async () => {
  await desk.close()
  await database.drop()
})

function call(method: 'GET' | 'POST' | 'PUT', path: string, cookie: string, body?: object) {
  return desk.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'localhost:4000', origin: URL_OF_DESK, cookie },
    ...(body && { payload: body }),
  })
}

const post = (path: string, cookie: string, body: object = {}) => call('POST', path, cookie, body)
const delay = (body: object, cookie = operator, id = '1') => call('PUT', `/stages/${id}/delay`, cookie, body)

async function join(token: string | undefined, name: string): Promise<string> {
  const { cookies } = await post('/join', '', { token, name, password: PASSWORD })
  return `${cookies[0]?.name}=${cookies[0]?.value}`
}

async function stages(cookie: string) {
  return (await call('GET', '/stages', cookie)).json().stages
}

async function newestEntry() {
  const { rows } = await database.db.query(
    'select member_name, action, details from audit_log order by id desc limit 1',
  )
  return rows[0]
}

test('a key is made once and shown once, with the addresses that go with it; replacing it has to be asked for', async () => {
  const made = (await post('/stages/1/key', npc)).json()
  expect(made).toEqual({
    key: expect.stringMatching(/^npc1-/),
    servers: ['rtmp://localhost:1935/live'],
    go_live_url: `https://npc.example/go-live#${made.key}`,
  })
  expect(await checkKey(database, made.key)).toBe('1')
  expect((await post('/stages/1/key', operator)).json()).toMatchObject({ status: 409, code: 'key_exists' })
  expect(await newestEntry()).toEqual({
    member_name: 'Nina',
    action: 'made a stream key',
    details: { npc: 1 },
  })
  const replaced = (await post('/stages/1/key', npc, { is_replaced: true })).json()
  expect(await checkKey(database, made.key)).toBeUndefined()
  expect(await checkKey(database, replaced.key)).toBe('1')
  const { rows } = await database.db.query('select audit_log::text as entry from audit_log')
  expect(JSON.stringify(rows)).not.toContain(replaced.key)
  expect(JSON.stringify(await stages(npc))).not.toContain(replaced.key)
})

test('an NPC sees and stops their own stream, and only an operator resumes it', async () => {
  expect((await stages(npc)).map((each: { npc_id: string }) => each.npc_id)).toEqual(['1'])
  expect((await post('/stages/1/stop', npc)).statusCode).toBe(200)
  expect((await stages(npc))[0].stopped).toMatchObject({ by: 'npc', note: '' })
  expect((await post('/stages/1/resume', npc)).statusCode).toBe(403)
  expect((await post('/stages/2/stop', npc)).statusCode).toBe(403)
  expect((await post('/stages/2/key', npc)).statusCode).toBe(403)
  expect((await delay({ delay_s: 1 }, npc)).statusCode).toBe(403)
  expect((await post('/stages/1/resume', operator)).statusCode).toBe(200)
  expect((await stages(npc))[0].stopped).toBeNull()
})

test('a stop has an author and a reason in the audit log, and happens once', async () => {
  const note = 'The camera shows a house number.'
  expect((await post('/stages/1/stop', operator, { note: ` ${note} ` })).statusCode).toBe(200)
  const entry = { member_name: 'Olga', action: 'stopped the stream', details: { npc: 1, reason: note } }
  expect(await newestEntry()).toEqual(entry)
  expect((await post('/stages/1/stop', operator)).json()).toMatchObject({
    status: 409,
    detail: 'This stream is stopped already.',
  })
  expect(await newestEntry()).toEqual(entry)
  await post('/stages/1/resume', operator)
  expect((await post('/stages/1/resume', operator)).json()).toMatchObject({
    status: 409,
    detail: 'This stream is not stopped.',
  })
})

test.each(['a\nb', 'a\u0000b', 'a\u202eb', 'x'.repeat(201), '\ud800', 7, null])(
  'the reason %j is rejected in words, and nothing is stopped',
  async (note) => {
    const answer = await post('/stages/1/stop', operator, { note })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      'A note for the publisher is one line of at most 200 characters.',
    ])
    expect(await listStageRules(database)).toEqual([])
  },
)

test.each([-1, 31, 1.5, '5', null, undefined])('the delay %j is rejected in words', async (delay_s) => {
  const answer = await delay({ delay_s })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    400,
    'The delay is a whole number of seconds, from 0 to 30.',
  ])
})

test('a delay is set, listed, and recorded', async () => {
  expect((await delay({ delay_s: 30 })).statusCode).toBe(200)
  expect((await stages(operator))[0].delay_s).toBe(30)
  expect(await newestEntry()).toMatchObject({ action: 'changed the delay', details: { npc: 1, delay_s: 30 } })
})

test('of an NPC that does not exist nothing is made, stopped, resumed or delayed', async () => {
  for (const path of ['key', 'stop', 'resume'])
    for (const id of ['99', '0', 'x', '99999999999'])
      expect([path, id, (await post(`/stages/${id}/${path}`, operator)).statusCode]).toEqual([path, id, 404])
  expect((await delay({ delay_s: 1 }, operator, '99')).statusCode).toBe(404)
})

test('of two who make a key at the same moment one gets it', async () => {
  const answers = await Promise.all([post('/stages/1/key', operator), post('/stages/1/key', npc)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})
