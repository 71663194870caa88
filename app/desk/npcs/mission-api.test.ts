import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { type TestDesk, testDesk } from '../../../tests/support/desk/test-desk.ts'
import { resourcesWith } from '../../../tests/support/site/site-resources.ts'
import { MAX_STEPS, type Mission } from '../../features/missions/contract.ts'

let database: TestDatabase
let desk: TestDesk
let call: ReturnType<TestDesk['as']>

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await testDesk(database)
  call = desk.as(await desk.memberOf('1'))
})

beforeEach(() => sql('delete from npc_steps; delete from npc_missions'))

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

async function read(): Promise<Mission> {
  return (await call('GET', '/npcs/1/plan')).json().mission
}

async function addSteps(...texts: string[]): Promise<number[]> {
  for (const text of texts) expect((await call('POST', '/npcs/1/steps', { text })).statusCode).toBe(200)
  return (await read()).steps.map(({ id }) => id)
}

test('an NPC writes the mission in several languages, and every page is notified of all of it', async () => {
  const to = { en: ' Learn\nto surf ', de: 'Surfen lernen', fr: '' }
  expect((await call('PUT', '/npcs/1/mission', { from: {}, to })).statusCode).toBe(200)
  await addSteps('Buy wax')
  const mission = await read()
  expect(mission.texts).toEqual({ en: 'Learn to surf', de: 'Surfen lernen' })
  const [event] = await sql("select data from events where name = 'mission' order by id desc limit 1")
  expect(event?.data).toEqual(mission)
  const [entry] = await sql("select member_name, details from audit_log where action = 'changed a mission'")
  expect(entry).toEqual({ member_name: 'member of 1', details: { npc: '1' } })
})

test('a mission that somebody else has changed meanwhile is not overwritten', async () => {
  const write = (from: object, to: object) => call('PUT', '/npcs/1/mission', { from, to })
  expect((await write({}, { en: 'One' })).statusCode).toBe(200)
  expect((await write({}, { en: 'Two' })).json()).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect((await write({ en: 'One' }, { en: 'Two' })).statusCode).toBe(200)
  expect((await read()).texts).toEqual({ en: 'Two' })
})

test('steps are added, marked, changed, ordered and removed', async () => {
  const [run, eat, sleep] = await addSteps('Run', 'Eat', 'Sleep')
  const put = async (path: string, body: object) =>
    (await call('PUT', `/npcs/1/steps/${path}`, body)).statusCode
  expect(await put(`${run}/done`, { is_done: true })).toBe(200)
  expect(await put(`${eat}/text`, { from: 'Eat', to: 'Eat well' })).toBe(200)
  expect(await put('order', { from: [run, eat, sleep], to: [sleep, run, eat] })).toBe(200)
  expect((await read()).steps).toEqual([
    { id: sleep, text: 'Sleep', is_done: false },
    { id: run, text: 'Run', is_done: true },
    { id: eat, text: 'Eat well', is_done: false },
  ])
  expect(await put(`${eat}/text`, { from: 'Eat', to: 'Eat more' })).toBe(409)
  expect(await put('order', { from: [run, eat, sleep], to: [run, sleep, eat] })).toBe(409)
  expect(await put('order', { from: [run, eat, sleep], to: [run, run, eat] })).toBe(400)
  expect((await call('DELETE', `/npcs/1/steps/${run}`)).statusCode).toBe(200)
  expect((await call('DELETE', `/npcs/1/steps/${run}`)).json().detail).toContain('Somebody else has removed')
  expect(await put(`${run}/done`, { is_done: true })).toBe(404)
  expect((await call('DELETE', '/npcs/1/steps')).statusCode).toBe(200)
  expect((await read()).steps).toEqual([])
})

test('a mark that is there already is neither recorded nor sent again', async () => {
  const [id] = await addSteps('Run')
  const count = async () => (await sql("select count(*)::int from events where name = 'mission'"))[0]?.count
  const before = await count()
  for (let tap = 0; tap < 3; tap += 1) await call('PUT', `/npcs/1/steps/${id}/done`, { is_done: true })
  expect(await count()).toBe(before + 1)
})

test('twenty steps at the same moment keep their order, and the day has no more than that', async () => {
  const add = () => call('POST', '/npcs/1/steps', { text: 'Run' })
  const answers = await Promise.all(Array.from({ length: MAX_STEPS + 3 }, add))
  const rejected = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(rejected.map((answer) => answer.json().detail)).toEqual(
    Array(3).fill(`A day has at most ${MAX_STEPS} steps. Remove one first.`),
  )
  const rows = await sql('select position from npc_steps order by position')
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: MAX_STEPS }, (_, at) => at + 1))
})

test.each([
  ['POST', '/npcs/1/steps', { text: '' }, 'A step has 1 to 100 characters.'],
  ['POST', '/npcs/1/steps', { text: 'x'.repeat(101) }, 'A step has 1 to 100 characters.'],
  ['POST', '/npcs/1/steps', { text: 'a\u0000b' }, 'A step has characters that nobody can see.'],
  ['POST', '/npcs/1/steps', {}, 'The form is incomplete.'],
  [
    'PUT',
    '/npcs/1/mission',
    { from: {}, to: { en: 'x'.repeat(301) } },
    'The mission in English has 1 to 300',
  ],
  ['PUT', '/npcs/1/mission', { from: {}, to: { de: 'a\u202eb' } }, 'The mission in German has characters'],
  ['PUT', '/npcs/1/steps/1/done', { is_done: 'yes' }, 'The form is incomplete.'],
])('%s %s with %j is rejected in words', async (method, path, body, sentence) => {
  const answer = await call(method, path, body)
  expect(answer.json()).toMatchObject({ status: 400, detail: expect.stringContaining(sentence) })
})

test('an NPC reaches neither the mission nor the steps of another', async () => {
  const [id] = await addSteps('Run')
  const other = desk.as(await desk.memberOf('2'))
  expect((await other('GET', '/npcs/1/plan')).statusCode).toBe(403)
  expect((await other('DELETE', `/npcs/1/steps/${id}`)).statusCode).toBe(403)
  // Through an NPC of their own, the step of another is unknown.
  expect((await other('DELETE', `/npcs/2/steps/${id}`)).statusCode).toBe(404)
  expect((await other('PUT', `/npcs/2/steps/${id}/done`, { is_done: true })).statusCode).toBe(404)
  expect((await read()).steps).toEqual([{ id, text: 'Run', is_done: false }])
})

test('the site answers with the mission if it has a desk', async () => {
  const [id] = await addSteps('Run')
  const statusOf = async (hasDesk: boolean, path: string) => {
    const site = await createApp(resourcesWith({ db: database.db, hasDesk }), readEnvironment({}))
    const answer = await site.inject({ url: path })
    await site.close()
    return { status: answer.statusCode, body: answer.json() }
  }
  const known = await statusOf(true, '/api/npcs/1/mission')
  expect(known.body).toEqual({ npc_id: '1', texts: {}, steps: [{ id, text: 'Run', is_done: false }] })
  for (const unknown of ['99', 'x'])
    expect((await statusOf(true, `/api/npcs/${unknown}/mission`)).status).toBe(404)
  expect((await statusOf(false, '/api/npcs/1/mission')).status).toBe(404)
})
