import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDesk } from '../../../server/desk/create-desk.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { AD_REQUEST, APPLICATION, PNG } from '../../../tests/support/desk/submission-bodies.ts'
import { resourcesWith } from '../../../tests/support/site/site-resources.ts'
import { inviteFirstOperator } from '../../features/members/invitations-store.server.ts'
import { deliverAdRequest, deliverApplication } from '../../features/submissions/deliver-submission.server.ts'
import { findSubmissionsOf, forgetSubmissionsOf } from '../../features/submissions/forget-submitter.server.ts'
import { SUBMISSIONS_PROBLEMS } from '../../features/submissions/problems.server.ts'
import { applicationSchema, parseAdRequest } from '../../features/submissions/submission-requests.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import { parseBody } from '../../platform/http/parse-body.server.ts'

const URL_OF_DESK = 'http://localhost:4000'

let database: TestDatabase
let desk: FastifyInstance
let operator: string

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await createDesk(resourcesWith({ db: database.db }), { deskUrl: () => URL_OF_DESK, trustProxy: [] })
  const token = await inviteFirstOperator(database)
  const joined = await call('POST', '/api/join', { token, name: 'Olga', password: 'correct horse battery' })
  operator = joined.headers['set-cookie']?.toString().split(';')[0] ?? ''
})

beforeEach(() => sql('delete from submissions'))

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  return desk.inject({
    method,
    url,
    headers: { host: 'localhost:4000', origin: URL_OF_DESK, cookie: operator ?? '' },
    ...(payload && { payload }),
  })
}

const needs = () => ({ db: database.db, notificationChannels: [] })
const from = { sender: { address: null, network: 'here' }, language: 'en' as const }

async function apply(change: object = {}): Promise<number> {
  await deliverApplication(
    needs(),
    parseBody(applicationSchema, { ...APPLICATION, ...change }, SUBMISSIONS_PROBLEMS),
    from,
  )
  return (await sql('select max(id) as id from submissions'))[0]?.id
}

async function order(change: object = {}): Promise<number> {
  await deliverAdRequest(needs(), parseAdRequest({ ...AD_REQUEST, ...change }, Date.now()), from)
  return (await sql('select max(id) as id from submissions'))[0]?.id
}

const newestEntry = async () =>
  (await sql('select member_name, action, details from audit_log order by id desc limit 1'))[0]

test('those in a state are listed with the counts of all, the newest first, page by page', async () => {
  await sql(`with added as (insert into submissions (kind, language, content_hash)
      select 'application', 'en', '' from generate_series(1, 60) returning id)
    insert into applications (submission_id, name, reason) select id, 'Applicant ' || id, 'x' from added`)
  await order()
  const first = (await call('GET', '/api/applications')).json()
  expect(first.counts).toEqual({ new: 60, talking: 0, accepted: 0, declined: 0 })
  expect(first.submissions).toHaveLength(50)
  const oldest = first.submissions.at(-1).id
  const second = (await call('GET', `/api/applications?state=new&before=${oldest}`)).json()
  expect(second.submissions).toHaveLength(10)
  expect(second.submissions[0].id).toBe(oldest - 1)
  expect((await call('GET', '/api/applications?state=lost')).statusCode).toBe(400)
  expect((await call('GET', '/api/applications?before=x')).statusCode).toBe(404)
  expect((await call('GET', '/api/advertising')).json().counts.new).toBe(1)
})

test('one is moved from state to state, and the audit log names nobody but the operator', async () => {
  const id = await apply()
  const move = (state: string, version: number) =>
    call('PUT', `/api/applications/${id}/state`, { state, version })
  expect((await move('talking', 1)).statusCode).toBe(200)
  const { submission } = (await call('GET', `/api/applications/${id}`)).json()
  expect(submission).toMatchObject({ state: 'talking', version: 2, name: 'Ann Applicant' })
  const daysKept = (Date.parse(submission.deleted_after) - Date.parse(submission.changed_at)) / 86_400_000
  expect(daysKept).toBe(180)
  expect(await newestEntry()).toEqual({
    member_name: 'Olga',
    action: 'moved an application',
    details: { id, from: 'new', to: 'talking' },
  })
  await move('accepted', 2)
  const { submission: accepted } = (await call('GET', `/api/applications/${id}`)).json()
  expect(accepted.deleted_after).toBeNull()
})

test('of two operators who move the same one at once, one is rejected', async () => {
  const id = await apply()
  const answers = await Promise.all(
    ['accepted', 'declined'].map((state) =>
      call('PUT', `/api/applications/${id}/state`, { state, version: 1 }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const late = answers.find(({ statusCode }) => statusCode === 409)
  expect(late?.json()).toMatchObject({
    code: 'moved_meanwhile',
    detail: 'Somebody else has changed the state meanwhile. It is shown as it is now.',
  })
})

test('notes have an author and a time, and put off the deletion', async () => {
  const id = await order()
  await sql("update submissions set changed_at = now() - interval '100 days'")
  const note = (text: string) => call('POST', `/api/advertising/${id}/notes`, { text })
  expect((await note(' Called them.\r\nThey call back. ')).statusCode).toBe(200)
  const { submission, notes } = (await call('GET', `/api/advertising/${id}`)).json()
  expect(notes).toMatchObject([{ author: 'Olga', text: 'Called them.\nThey call back.' }])
  expect(Date.parse(submission.changed_at)).toBe(Date.parse(notes[0].created_at))
  expect(await newestEntry()).toMatchObject({
    action: 'wrote a note on an advertising request',
    details: { id },
  })
  for (const text of ['', 'x'.repeat(2_001), 'a\u202eb', 'a\u0000b'])
    expect((await note(text)).statusCode).toBe(400)
})

test('what is deleted is gone with its notes, and the audit log keeps nothing of it', async () => {
  const id = await apply({ name: 'Forget Me' })
  await call('POST', `/api/applications/${id}/notes`, { text: 'Forget Me called' })
  expect((await call('DELETE', `/api/applications/${id}`)).statusCode).toBe(200)
  for (const table of ['submissions', 'applications', 'submission_notes'])
    expect(await sql(`select from ${table}`)).toEqual([])
  expect(await newestEntry()).toMatchObject({ action: 'deleted an application', details: { id } })
  expect(await sql("select from audit_log where details::text like '%Forget%'")).toEqual([])
  expect((await call('DELETE', `/api/applications/${id}`)).statusCode).toBe(404)
})

test('one kind is unknown where the other one is kept', async () => {
  const id = await apply()
  expect((await call('GET', `/api/advertising/${id}`)).statusCode).toBe(404)
  expect((await call('DELETE', `/api/advertising/${id}`)).statusCode).toBe(404)
  expect((await call('POST', `/api/advertising/${id}/notes`, { text: 'x' })).statusCode).toBe(404)
  const move = { state: 'talking', version: 1 }
  expect((await call('PUT', `/api/advertising/${id}/state`, move)).statusCode).toBe(404)
})

test.each([{}, { state: 'lost', version: 1 }, { state: 'talking' }, { state: 'talking', version: '1' }])(
  'the move %j is malformed',
  async (move) => {
    const id = await apply()
    expect((await call('PUT', `/api/applications/${id}/state`, move)).statusCode).toBe(400)
  },
)

test('the export has everything, and no spreadsheet runs any of it', async () => {
  await apply({ name: '=HYPERLINK("https://evil.example")', x_account: '', reason: 'one, "two"\nthree' })
  const id = await order({ brand: '@SUM(1)', text: '+1' })
  await call('POST', `/api/advertising/${id}/notes`, { text: 'paid?' })
  const applications = await call('GET', '/api/applications/export')
  expect(applications.headers['content-disposition']).toBe('attachment; filename="applications.csv"')
  expect(applications.body).toContain(`"'=HYPERLINK(""https://evil.example"")",,"one, ""two""\nthree",en,`)
  const advertising = (await call('GET', '/api/advertising/export')).body
  expect(advertising).toContain("'@SUM(1),ads@acme.example,3,150.00,")
  expect(advertising).toContain(",UTC,'+1,no,en,Olga: paid?")
})

test('an image is a download that can neither run nor be shown elsewhere', async () => {
  const id = await order({ image: PNG })
  const { headers, rawPayload, statusCode } = await call('GET', `/api/advertising/${id}/image`)
  expect(statusCode).toBe(200)
  expect(rawPayload.toString('base64')).toBe(PNG)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="advertising-${id}.png"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const without = await order({ brand: 'Other' })
  expect((await call('GET', `/api/advertising/${without}/image`)).statusCode).toBe(404)
})

test('a person is found by name, brand, contact or X account, and forgotten whole', async () => {
  await apply({ name: 'Zoe', x_account: 'zoe_z' })
  await apply({ name: 'Other', x_account: '' })
  await order({ brand: 'Zoe' })
  await order({ brand: 'Acme', contact: 'zoe@acme.example' })
  const find = async (name: string) => (await findSubmissionsOf(database, name, name.replace('@', ''))).length
  expect(await find('zoe')).toBe(2)
  expect(await find('@ZOE_Z')).toBe(1)
  expect(await find('zoe@acme.example')).toBe(1)
  expect(await find('Nobody')).toBe(0)
  await inTransaction(database.db, (client) => forgetSubmissionsOf(client, 'Zoe', 'Zoe'))
  expect(await sql('select name from applications')).toEqual([{ name: 'Other' }])
  expect(await sql('select brand from ad_requests')).toEqual([{ brand: 'Acme' }])
})
