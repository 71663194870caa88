import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { type DeskApi, openDeskApi } from '../../../tests/support/desk/desk-api.ts'
import { QUESTS } from '../../features/roadmap/milestones.ts'

const REACHED = {
  reason: 'The cap stood above 70k for a day.',
  language: 'en',
  evidence: 'https://example.com/chart',
  reached_at: '2026-01-02T03:04:05.000Z',
}

let database: TestDatabase
let desk: DeskApi

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await openDeskApi(database)
})

beforeEach(() => sql('delete from reached_milestones; delete from current_cap; delete from events'))

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

const milestoneEvents = async () =>
  (await sql("select data from events where name = 'milestone' order by id")).map(({ data }) => data)
const roadmapState = async () => (await sql("select data from events where name = 'roadmap'"))[0]?.data
const entries = () => sql('select action, details from audit_log order by id desc limit 1')

test('out of the box everything is locked and the cap comes soon', async () => {
  expect((await desk.call('GET', '/milestones')).body).toEqual({ reached: [], current_cap: null })
})

test('a milestone is marked out of order, corrected and taken back, each with its event and entry', async () => {
  expect((await desk.call('POST', '/milestones/goKarts', REACHED)).status).toBe(200)
  const goKarts = { key: 'goKarts', cap: 150_000, action: 'Go-karts', ...REACHED }
  const { body } = await desk.call('GET', '/milestones')
  expect(body).toEqual({ reached: [goKarts], current_cap: null })
  expect(await roadmapState()).toEqual(body)
  expect(await milestoneEvents()).toEqual([{ cap: 150_000, action: 'Go-karts', completed: true }])
  expect(await entries()).toEqual([
    { action: 'marked a milestone', details: { milestone: 'Go-karts', ...REACHED } },
  ])

  const corrected = { ...REACHED, reason: 'Gehalten.', language: 'de' }
  expect((await desk.call('PUT', '/milestones/goKarts', corrected)).status).toBe(200)
  expect(await roadmapState()).toEqual({ reached: [{ ...goKarts, ...corrected }], current_cap: null })
  expect(await milestoneEvents()).toHaveLength(1)

  expect((await desk.call('DELETE', '/milestones/goKarts')).status).toBe(200)
  expect(await roadmapState()).toEqual({ reached: [], current_cap: null })
  expect((await milestoneEvents())[1]).toEqual({ cap: 150_000, action: 'Go-karts', completed: false })
  expect(await entries()).toEqual([{ action: 'took back a milestone', details: { milestone: 'Go-karts' } }])
})

test('without a time, a milestone was reached now', async () => {
  const { reached_at, ...rest } = REACHED
  await desk.call('POST', '/milestones/coffee', rest)
  const [row] = await sql("select now() - reached_at < interval '1 minute' as is_now from reached_milestones")
  expect(row).toEqual({ is_now: true })
})

test('of two operators who mark the same one, the second learns of it; so does who is too late to correct', async () => {
  const answers = await Promise.all([1, 2].map(() => desk.call('POST', '/milestones/food', REACHED)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await milestoneEvents()).toHaveLength(1)
  await desk.call('DELETE', '/milestones/food')
  for (const method of ['PUT', 'DELETE'] as const) {
    const { status, body } = await desk.call(method, '/milestones/food', REACHED)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('It is not marked as reached.')])
  }
  expect(await milestoneEvents()).toHaveLength(2)
})

test('all twelve marked at the same moment are all in the state that pages follow', async () => {
  await Promise.all(QUESTS.map(({ key }) => desk.call('POST', `/milestones/${key}`, REACHED)))
  const { reached } = await roadmapState()
  expect(reached.map(({ key }: { key: string }) => key)).toEqual(QUESTS.map(({ key }) => key))
  expect(await milestoneEvents()).toHaveLength(12)
})

test.each([
  {},
  { ...REACHED, reason: '' },
  { ...REACHED, reason: 'x'.repeat(501) },
  { ...REACHED, reason: 'a\u202eb' },
  { ...REACHED, language: 'xx' },
  { ...REACHED, evidence: 'http://example.com' },
  { ...REACHED, evidence: 'javascript:alert(1)' },
  { ...REACHED, reached_at: 'yesterday' },
  { ...REACHED, reached_at: '2026-02-31T00:00:00Z' },
  { ...REACHED, reached_at: '2999-01-01T00:00:00Z' },
  { ...REACHED, reached_at: '1999-01-01T00:00:00Z' },
])('a milestone with %j is rejected in words and changes nothing', async (reached) => {
  const { status, body } = await desk.call('POST', '/milestones/coffee', reached)
  expect([status, body.detail]).toEqual([400, expect.stringContaining('A reason has 1 to 500 characters')])
  expect(await sql('select * from reached_milestones')).toEqual([])
  expect(await milestoneEvents()).toEqual([])
})

test.each(['none', 'constructor', '999999', '__proto__'])('the milestone %s is unknown', async (id) => {
  expect((await desk.call('POST', `/milestones/${id}`, REACHED)).status).toBe(404)
})

test('the cap is set by hand with its day, set again, and unset', async () => {
  await desk.call('PUT', '/current-cap', { usd: 70_000, as_of: '2026-01-02' })
  await desk.call('PUT', '/current-cap', { usd: 73_400, as_of: '2026-01-03' })
  expect(await roadmapState()).toEqual({ reached: [], current_cap: { usd: 73_400, as_of: '2026-01-03' } })
  expect(await entries()).toEqual([{ action: 'set the cap', details: { usd: 73_400, as_of: '2026-01-03' } }])
  expect((await desk.call('DELETE', '/current-cap')).status).toBe(200)
  expect(await roadmapState()).toEqual({ reached: [], current_cap: null })
  expect((await desk.call('DELETE', '/current-cap')).status).toBe(409)
  expect(await milestoneEvents()).toEqual([])
})

test.each([
  {},
  { usd: 0, as_of: '2026-01-02' },
  { usd: 1.5, as_of: '2026-01-02' },
  { usd: 1e13, as_of: '2026-01-02' },
  { usd: '70000', as_of: '2026-01-02' },
  { usd: 70_000, as_of: '2026-02-31' },
  { usd: 70_000, as_of: '2026-13-01' },
  { usd: 70_000, as_of: '2999-01-01' },
  { usd: 70_000, as_of: 'today' },
])('the cap %j is rejected in words', async (cap) => {
  const { status, body } = await desk.call('PUT', '/current-cap', cap)
  expect([status, body.detail]).toEqual([400, expect.stringContaining('A cap is a whole number of dollars')])
  expect(await sql('select * from current_cap')).toEqual([])
})
