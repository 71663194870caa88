import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { type DeskApi, openDeskApi } from '../../../tests/support/desk/desk-api.ts'
import { site } from '../../site.ts'

const ADDRESS = '/site-details'

let database: TestDatabase
let desk: DeskApi

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await openDeskApi(database)
})

beforeEach(() => sql('delete from site_details'))

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

const own = async () => (await desk.call('GET', ADDRESS)).body.own
const countEntries = async () => (await sql('select count(*)::int as count from audit_log'))[0]?.count

test('the defaults are those of app/site.ts', async () => {
  expect((await desk.call('GET', ADDRESS)).body).toEqual({
    own: {},
    defaults: {
      name: site.name,
      social_url: site.social.url,
      company: site.company,
      ad_price_usd: 50,
      monthly_views: 1_000_000,
    },
  })
})

test('each field is changed alone, and null brings its default back', async () => {
  await desk.call('PUT', ADDRESS, { name: ' Quest  TV ', ad_price_usd: 75 })
  await desk.call('PUT', ADDRESS, { company: 'Quest TV Ltd', monthly_views: 0 })
  expect(await own()).toEqual({
    name: 'Quest TV',
    company: 'Quest TV Ltd',
    ad_price_usd: 75,
    monthly_views: 0,
  })
  await desk.call('PUT', ADDRESS, { name: null, ad_price_usd: null })
  expect(await own()).toEqual({ company: 'Quest TV Ltd', monthly_views: 0 })
  expect(await sql('select action, details from audit_log order by id desc limit 1')).toEqual([
    { action: 'changed site details', details: { name: 'the default', ad_price_usd: 'the default' } },
  ])
})

test('what is so already makes no entry', async () => {
  await desk.call('PUT', ADDRESS, { name: 'Quest TV' })
  const before = await countEntries()
  expect((await desk.call('PUT', ADDRESS, { name: 'Quest TV', company: null })).status).toBe(200)
  expect(await countEntries()).toBe(before)
})

test('two operators who change the same fields at once both succeed', async () => {
  const changes = Array.from({ length: 10 }, (_, turn) => ({
    name: `Name ${turn}`,
    company: `Company ${turn}`,
  }))
  const answers = await Promise.all(changes.map((change) => desk.call('PUT', ADDRESS, change)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { name, company } = await own()
  expect(name.replace('Name', 'Company')).toBe(company)
})

test.each([
  {},
  { name: '' },
  { name: 'x'.repeat(31) },
  { name: 'a{site}b' },
  { name: 'a\u0000b' },
  { name: 'a\u202eb' },
  { name: 7 },
  { company: 'x'.repeat(201) },
  { social_url: 'http://x.com/npcs' },
  { social_url: 'javascript:alert(1)' },
  { social_url: 'https://user:secret@x.com' },
  { ad_price_usd: 0 },
  { ad_price_usd: 1_000_001 },
  { ad_price_usd: 1.5 },
  { ad_price_usd: '50' },
  { monthly_views: -1 },
  { monthly_views: 1e13 },
  { minimum_age: 3 },
  { name: 'Quest TV', other: 1 },
])('the change %j is rejected in words', async (change) => {
  const { status, body } = await desk.call('PUT', ADDRESS, change)
  expect([status, body.detail]).toEqual([400, expect.stringContaining('A name has at most 30 characters')])
  expect(await own()).toEqual({})
})
