import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { AD_REQUEST, APPLICATION, PNG } from '../../../tests/support/desk/submission-bodies.ts'
import { resourcesWith } from '../../../tests/support/site/site-resources.ts'
import { openRateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import type { Resources } from '../../resources.ts'
import { MAX_IMAGE_BYTES } from './contract.ts'
import { pruneSenders } from './senders-store.server.ts'
import { submissionsSettings } from './settings.server.ts'

/** Limits count by the minute: the test must not see one end. */
const MID_MINUTE_MS = Date.parse('2026-01-01T00:00:30Z')

let database: TestDatabase
let app: FastifyInstance

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  app = await createApp(
    resourcesWith({ db: database.db, hasDesk: true, notificationChannels: ['webhook'] }),
    readEnvironment({}),
  )
})

beforeEach(async () => {
  await sql('delete from submissions')
  await sql('delete from notifications')
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

type Options = { ip?: string; language?: string; to?: FastifyInstance }

function send(
  path: string,
  payload: object | string,
  { ip = '192.0.2.1', language = 'en', to = app }: Options = {},
) {
  const headers = { 'content-type': 'application/json', cookie: `lang=${language}` }
  return to.inject({ method: 'POST', url: `/api/${path}`, remoteAddress: ip, headers, payload })
}

const apply = (change: object = {}, options?: Options) =>
  send('applications', { ...APPLICATION, ...change }, options)
const order = (change: object = {}, options?: Options) =>
  send('ad-requests', { ...AD_REQUEST, ...change }, options)

test('an application arrives as new, tidied, with one notification that names nobody', async () => {
  expect((await apply({ name: ' Ann  Applicant ', x_account: 'https://x.com/ann_a' })).statusCode).toBe(201)
  const rows = await sql(`select kind, state, version, name, x_account, reason
                          from submissions join applications on submission_id = id`)
  expect(rows).toEqual([
    {
      kind: 'application',
      state: 'new',
      version: 1,
      name: 'Ann Applicant',
      x_account: 'ann_a',
      reason: 'To live my goals',
    },
  ])
  expect(await sql('select channel, text, path from notifications')).toEqual([
    { channel: 'webhook', text: 'A new application has arrived.', path: '/applications' },
  ])
})

test('an advertising request arrives with its instant, its zone and the price that was shown', async () => {
  const answer = await order({
    wished_local: AD_REQUEST.wished_local,
    time_zone: 'Asia/Kathmandu',
    image: PNG,
  })
  expect(answer.statusCode).toBe(201)
  const [row] = await sql(`select brand, contact, minutes, price_usd::text, time_zone, text, image_type,
    to_char(wished_at at time zone 'Asia/Kathmandu', 'YYYY-MM-DD"T"HH24:MI') as local,
    encode(image, 'base64') as image from ad_requests`)
  expect(row).toEqual({
    brand: 'Acme',
    contact: 'ads@acme.example',
    minutes: 3,
    price_usd: '150.00',
    time_zone: 'Asia/Kathmandu',
    text: 'Buy more anvils',
    image_type: 'image/png',
    local: AD_REQUEST.wished_local,
    image: PNG.replace(/(.{76})/g, '$1\n'),
  })
})

test.each([
  [{ is_adult: false }, 'not_adult'],
  [{ name: ' ' }, 'name_invalid'],
  [{ name: 'x'.repeat(201) }, 'name_invalid'],
  [{ name: 'a\u202eb' }, 'name_invalid'],
  [{ name: 'a\u0000b' }, 'name_invalid'],
  [{ x_account: 'not a handle' }, 'x_account_form'],
  [{ reason: '' }, 'reason_invalid'],
  [{ reason: 'x'.repeat(5_001) }, 'reason_invalid'],
  [{ reason: 'a\u2066b' }, 'reason_invalid'],
])('an application with %j is rejected: %s', async (change, code) => {
  const answer = await apply(change)
  expect(answer.json()).toMatchObject({ status: 422, code })
  expect(await sql('select from submissions')).toEqual([])
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  [{ brand: '' }, 'brand_invalid'],
  [{ contact: 'a\nb\u200f' }, 'contact_invalid'],
  [{ minutes: 0 }, 'minutes_invalid'],
  [{ minutes: 1.5 }, 'minutes_invalid'],
  [{ minutes: 1_441 }, 'minutes_invalid'],
  [{ wished_local: '2020-01-01T12:00' }, 'time_invalid'],
  [{ wished_local: '2999-01-01T12:00' }, 'time_invalid'],
  [{ wished_local: '2027-02-30T12:00' }, 'time_invalid'],
  [{ time_zone: 'Moon/Tranquility' }, 'time_invalid'],
  [{ text: '' }, 'content_missing'],
  [{ text: 'a\u202eb' }, 'ad_text_invalid'],
  [
    { image: base64('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') },
    'image_invalid',
  ],
  [{ image: base64('<!doctype html><script>alert(1)</script>') }, 'image_invalid'],
  [{ image: 'no base64 at all' }, 'image_invalid'],
  [{ image: '' }, 'image_invalid'],
])('an advertising request with %j is rejected: %s', async (change, code) => {
  expect((await order(change)).json()).toMatchObject({ status: 422, code })
  expect(await sql('select from submissions')).toEqual([])
})

test('a time that the clocks of the zone skip is rejected in words', async () => {
  const clock = { now: () => Date.parse('2027-03-01T00:00Z') }
  const springtime = await createApp(
    resourcesWith({ db: database.db, hasDesk: true, clock }),
    readEnvironment({}),
  )
  const at = { wished_local: '2027-03-28T03:30', time_zone: 'Europe/Tallinn' }
  const answer = await order(at, { to: springtime })
  expect(answer.json()).toMatchObject({ status: 422, code: 'time_skipped' })
  await springtime.close()
})

test('a price that is not the one of now is a conflict', async () => {
  expect((await order({ price_usd: 1 })).json()).toMatchObject({ status: 409, code: 'price_changed' })
})

test('an image of 2 MB arrives, a larger one is rejected in words, and a body beyond it is not read', async () => {
  const imageOf = (bytes: number) => {
    const image = Buffer.alloc(bytes)
    Buffer.from(PNG, 'base64').copy(image)
    return image.toString('base64')
  }
  expect((await order({ image: imageOf(MAX_IMAGE_BYTES) })).statusCode).toBe(201)
  expect((await order({ image: imageOf(MAX_IMAGE_BYTES + 1) })).json()).toMatchObject({
    code: 'image_invalid',
  })
  expect((await order({ image: imageOf(MAX_IMAGE_BYTES + 100_000) })).statusCode).toBe(413)
  expect((await apply({ reason: 'x'.repeat(70_000) })).statusCode).toBe(413)
})

test.each([[{}], [{ ...APPLICATION, name: 7 }], [[]], ['null'], ['{"name":']])(
  'the body %j is malformed',
  async (body) => {
    expect((await send('applications', body)).statusCode).toBe(400)
    expect((await send('ad-requests', body)).statusCode).toBe(400)
  },
)

test('problems are in the language of the visitor', async () => {
  expect((await apply({ is_adult: false }, { language: 'de' })).json().detail).toBe(
    'Für eine Bewerbung musst du mindestens 18 Jahre alt sein.',
  )
})

test('what is sent twice, because an answer got lost, is there once; after a decision it may come again', async () => {
  const answers = await Promise.all([apply(), apply(), apply()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await sql('select from submissions')).toHaveLength(1)
  await sql("update submissions set state = 'declined'")
  await apply()
  expect(await sql('select from submissions')).toHaveLength(2)
})

test('an address sends five a day and a network fifty, also all at once; then it has to wait', async () => {
  const from = (ip: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, one) => apply({ reason: `${ip} ${one}` }, { ip })))
  const statuses = (await from('192.0.2.7', 8)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  for (let host = 10; host < 20; host += 1) await from(`192.0.2.${host}`, 5)
  expect(await sql('select from submissions')).toHaveLength(50)
  const rejected = await apply({ reason: 'one more' }, { ip: '192.0.2.99' })
  expect(rejected.json()).toMatchObject({ status: 429, code: 'too_many_submissions' })
  expect(rejected.headers['retry-after']).toBe('3600')
  expect((await apply({}, { ip: '198.51.100.1' })).statusCode).toBe(201)
})

test('a thousand unread ones are enough, whoever sends', async () => {
  await sql(`insert into submissions (kind, language, content_hash)
             select 'application', 'en', sha256(n::text::bytea) from generate_series(1, 1000) n`)
  expect((await apply()).json()).toMatchObject({ status: 503, code: 'no_room' })
  expect((await order()).statusCode).toBe(201)
})

test('after a day nobody knows where a submission came from', async () => {
  await apply()
  const prune = () => pruneSenders({ db: database.db, limit: 10 })
  expect(await prune()).toBe(0)
  await sql("update submissions set created_at = now() - interval '25 hours'")
  expect(await prune()).toBe(1)
  expect(await sql('select sent_from, sent_from_network from submissions')).toEqual([
    { sent_from: null, sent_from_network: null },
  ])
})

test('per minute an address may send ten times, whatever it sends', async () => {
  const limits = submissionsSettings.rateLimits
  const rateLimits = openRateLimits({
    db: database.db,
    clock: { now: () => MID_MINUTE_MS },
    log: silentLog,
    secret: 'x',
    limits,
  })
  const limited = await createApp(
    resourcesWith({ db: database.db, hasDesk: true, rateLimits: rateLimits as Resources['rateLimits'] }),
    readEnvironment({}),
  )
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1)
    statuses.push((await apply({ is_adult: false }, { to: limited })).statusCode)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422))
  expect(statuses.slice(10)).toEqual([429, 429])
  await limited.close()
  rateLimits.close()
})

test('without a desk nothing can be sent', async () => {
  const plain = await createApp(resourcesWith({ db: database.db }), readEnvironment({}))
  for (const path of ['applications', 'ad-requests'])
    expect((await send(path, APPLICATION, { to: plain })).statusCode).toBe(404)
  await plain.close()
})
