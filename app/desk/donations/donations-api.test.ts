import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDesk } from '../../../server/desk/create-desk.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { noChain, resourcesWith } from '../../../tests/support/site/site-resources.ts'
import { testEnvironment } from '../../../tests/support/site/test-environment.ts'
import { until } from '../../../tests/support/until.ts'
import {
  openReceivingAccount,
  type ReceivingAccount,
} from '../../features/donations/accounts/receiving-accounts-store.server.ts'
import { toSolText } from '../../features/donations/contract.ts'
import { exportCredits } from '../../features/donations/review/export-credits-store.server.ts'
import { invite } from '../../features/members/invitations-store.server.ts'
import { createCreditsExport } from './credits-export.server.ts'

const URL_OF_DESK = 'http://localhost:4000'
const PASSWORD = 'correct horse battery'

let database: TestDatabase
let account: ReceivingAccount
let desk: FastifyInstance
let operator = ''
let npc = ''

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  const { db } = database
  account = await openReceivingAccount(db, { genesisHash: 'of a test', address: noChain.terms.address })
  const options = { deskUrl: () => URL_OF_DESK, trustProxy: [] }
  desk = await createDesk(resourcesWith({ db, account }), options)
  operator = await join('Olga', await invite({ db }, undefined, { role: 'operator' }))
  npc = await join('Nina', await invite({ db }, undefined, { role: 'npc', npc_id: '1' }))
})

beforeEach(() =>
  sql('delete from donations; delete from payment_checks; delete from payment_attempts; delete from events'),
)

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string, values?: unknown[]) {
  return (await database.db.query(text, values)).rows
}

async function join(name: string, token: string | undefined): Promise<string> {
  const { cookies } = await call('POST', '/api/join', { body: { token, name, password: PASSWORD } })
  return `${cookies[0]?.name}=${cookies[0]?.value}`
}

function call(method: 'GET' | 'POST' | 'PUT', url: string, { cookie = operator, body = {} } = {}) {
  const headers = { host: 'localhost:4000', origin: URL_OF_DESK, ...(cookie && { cookie }) }
  return desk.inject({ method, url, headers, ...(method !== 'GET' && { payload: body }) })
}

const read = async (url: string, cookie = operator) => (await call('GET', url, { cookie })).json()
const hashOf = (number: number) =>
  getBase58Decoder().decode(
    new Uint8Array(64)
      .fill(7)
      .fill(number >> 8, 62, 63)
      .fill(number & 255, 63),
  )
const hashesIn = ({ payments }: { payments: { tx_hash: string }[] }) => payments.map(({ tx_hash }) => tx_hash)

type Credit = {
  number: number
  name?: string
  xAccount?: string | null
  lamports?: bigint
  npcId?: string
  of?: number
}

async function credit({
  number,
  name = 'Ann',
  xAccount = null,
  lamports = 5n,
  npcId = '1',
  of = account.id,
}: Credit) {
  await sql(
    `insert into donations (receiving_account_id, npc_id, username, x_account, lamports, tx_hash, verified, proof,
       paid_at, created_at)
     values ($1, $2, $3, $4, $5, $6, true, 'signature', '2026-01-02T03:04:05Z',
       timestamptz '2026-01-02T03:04:05Z' + $7 * interval '1 microsecond')`,
    [of, npcId, name, xAccount, lamports, hashOf(number), Math.floor(number / 3)],
  )
}

type Check = { number: number; rejectedFor?: string; outcome?: string; absentChecks?: number }

async function check({ number, rejectedFor, outcome, absentChecks = 2 }: Check) {
  await sql(
    `insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id, attempts, next_check_at,
       rejected_for, absent_since, absent_checks, created_at)
     values ($1, 1, true, $2, 4, case when $3::text is null then now() + interval '1 hour' end, $3,
       now() - interval '1 minute', $4, now() - interval '2 days')`,
    [hashOf(number), account.id, rejectedFor, absentChecks],
  )
  await sql(
    'insert into donations (receiving_account_id, npc_id, username, lamports, tx_hash) values ($1, 1, $2, 9, $3)',
    [account.id, `claimant ${number}`, hashOf(number)],
  )
  if (outcome)
    await sql('insert into payment_attempts (tx_hash, outcome) values ($1, $2)', [hashOf(number), outcome])
}

async function readAllPages(url: string): Promise<string[]> {
  const hashes: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await read(next ? `${url}&before=${next}` : url)
    hashes.push(...hashesIn(page))
    next = page.next
  }
  return hashes
}

test('credits are read page by page, the newest first and each once, even of the same microsecond', async () => {
  // Every cursor has a zero then, which no hash has.
  await sql("select setval(pg_get_serial_sequence('donations', 'id'), 100000)")
  for (let number = 0; number < 75; number += 1) await credit({ number })
  const newestFirst = Array.from({ length: 75 }, (_, place) => hashOf(74 - place))
  expect(await readAllPages('/api/donations?status=credited')).toEqual(newestFirst)
})

test('checks and rejections are read page by page, with the claim and the reason', async () => {
  for (let number = 0; number < 35; number += 1) await check({ number, rejectedFor: 'not_found' })
  await check({ number: 100, outcome: 'rpc_unavailable' })
  await check({ number: 101, outcome: 'not_found' })
  const rejected = await readAllPages('/api/donations?status=rejected')
  expect(rejected.toSorted()).toEqual(Array.from({ length: 35 }, (_, number) => hashOf(number)).toSorted())
  const { payments } = await read('/api/donations?status=pending')
  expect(payments).toMatchObject([
    { tx_hash: hashOf(101), status: 'pending', username: 'claimant 101', reason: null },
    { tx_hash: hashOf(100), typed_lamports: '9', attempts: 4, reason: 'rpc_unavailable' },
  ])
  expect((await read('/api/donations?status=rejected')).payments[0]).toMatchObject({
    reason: 'not_found',
    next_check_at: null,
  })
})

test.each([
  ['ann', [1, 0]],
  ['@LEE', [1]],
  ['a%n', [2]],
  ['_', []],
  ['', [2, 1, 0]],
])('the search for %j finds %j', async (search, numbers) => {
  await credit({ number: 0, name: 'Ann' })
  await credit({ number: 1, name: 'Hannah', xAccount: 'annlee' })
  await credit({ number: 2, name: 'A%N' })
  const url = `/api/donations?status=credited&search=${encodeURIComponent(search)}`
  expect(hashesIn(await read(url))).toEqual(numbers.map(hashOf))
})

test('a hash, or a link with it, is found whatever its status', async () => {
  await credit({ number: 1 })
  await check({ number: 2 })
  await check({ number: 3, rejectedFor: 'below_minimum' })
  for (const [number, status] of [
    [1, 'credited'],
    [2, 'pending'],
    [3, 'rejected'],
  ] as const)
    for (const text of [hashOf(number), `https://explorer.solana.com/tx/${hashOf(number)}?cluster=devnet`]) {
      const { payments } = await read(`/api/donations?status=credited&search=${encodeURIComponent(text)}`)
      expect(payments).toMatchObject([{ tx_hash: hashOf(number), status }])
    }
  expect(await read(`/api/donations?status=credited&search=${hashOf(4)}`)).toEqual({
    payments: [],
    next: null,
  })
})

test.each([
  'status=none',
  'status=credited&status=pending',
  'status=credited&search=%00',
  `status=credited&search=${'x'.repeat(301)}`,
  'status=credited&before=1',
  "status=credited&before=1_1'--",
  `status=credited&before=${'9'.repeat(17)}_1`,
])('the question %s is rejected in words', async (question) => {
  const answer = await call('GET', `/api/donations?${question}`)
  expect([answer.statusCode, answer.json().detail]).toEqual([
    400,
    'Donations are listed by status, below a cursor, and searched with at most 300 characters.',
  ])
})

test('a cursor of another list, or of the end of time, ends the list', async () => {
  await credit({ number: 1 })
  await check({ number: 2 })
  for (const status of ['credited', 'pending', 'rejected'])
    for (const before of ['0_1', `0_${hashOf(1)}`, '0_1111111111111111111111'])
      expect(await read(`/api/donations?status=${status}&before=${before}`)).toEqual({
        payments: [],
        next: null,
      })
  const all = await read(`/api/donations?status=credited&before=${'9'.repeat(16)}_1`)
  expect(hashesIn(all)).toEqual([hashOf(1)])
})

test('what belongs to another network or address is not shown, changed or checked', async () => {
  const other = await openReceivingAccount(database.db, {
    genesisHash: 'play money',
    address: account.address,
  })
  await credit({ number: 1, of: other.id })
  await check({ number: 2 })
  await sql('update payment_checks set receiving_account_id = $1', [other.id])
  expect(await read('/api/donations/summary')).toMatchObject({
    lamports: '0',
    payments: 0,
    supporters: 0,
    pending: 0,
    rejected: 0,
    reconciliation: null,
    network: 'localnet',
    address: account.address,
  })
  for (const status of ['credited', 'pending'])
    expect((await read(`/api/donations?status=${status}`)).payments).toEqual([])
  const change = { is_name_hidden: true, username: 'Ann', x_account: null }
  expect((await call('PUT', `/api/donations/${hashOf(1)}/name`, { body: change })).statusCode).toBe(404)
  expect((await call('POST', `/api/donations/${hashOf(2)}/check`)).statusCode).toBe(404)
  expect((await readCsv()).rows).toEqual([])
})

const hide = (number: number, body: object) => call('PUT', `/api/donations/${hashOf(number)}/name`, { body })

test('a hidden name is kept for operators and in no entry of the audit log; the NPC sees what visitors see', async () => {
  await credit({ number: 1, name: 'Rude', xAccount: 'rude' })
  await credit({ number: 2, name: 'Kind' })
  const before = await read('/api/donations/summary')
  const seen = { username: 'Rude', x_account: 'rude' }
  expect((await hide(1, { is_name_hidden: true, ...seen })).statusCode).toBe(200)
  expect((await read('/api/donations?status=credited&search=rude')).payments).toMatchObject([
    { ...seen, is_name_hidden: true },
  ])
  expect(await read('/api/donations/summary')).toEqual(before)
  const own = await call('GET', '/api/npcs/1/donations/credited', { cookie: npc })
  expect(own.json().payments).toMatchObject([
    { username: 'Kind' },
    { username: 'Anonymous', x_account: null, lamports: '5' },
  ])
  expect(own.body).not.toContain('Rude')
  for (const search of ['rude', 'Rude']) {
    const found = await read(`/api/npcs/1/donations/credited?search=${search}`, npc)
    expect(found.payments).toEqual([])
  }
  expect((await hide(1, { is_name_hidden: true, ...seen })).statusCode).toBe(200)
  expect((await hide(1, { is_name_hidden: false, ...seen })).statusCode).toBe(200)
  const { entries } = await read('/api/audit-log')
  expect(entries.slice(0, 2)).toMatchObject([
    { member: 'Olga', action: 'showed the name of a donation', details: { transaction: hashOf(1) } },
    { member: 'Olga', action: 'hid the name of a donation', details: { transaction: hashOf(1) } },
  ])
  expect(JSON.stringify(entries)).not.toContain('Rude')
})

test('a name that has changed since the operator read it is not hidden', async () => {
  await credit({ number: 1, name: 'Honest' })
  const seen = { is_name_hidden: true, username: 'Thief', x_account: null }
  expect((await hide(1, seen)).json()).toMatchObject({ status: 409, code: 'renamed' })
  for (const body of [{}, { ...seen, is_name_hidden: 'yes' }, { ...seen, username: 'x'.repeat(201) }])
    expect((await hide(1, body)).statusCode).toBe(400)
  expect((await call('PUT', '/api/donations/1/name', { body: seen })).statusCode).toBe(404)
})

test('an NPC sees its own donations and their sum, and an unknown one is unknown', async () => {
  await credit({ number: 1, lamports: 3n })
  await credit({ number: 2, lamports: 4n, npcId: '2' })
  expect(hashesIn(await read('/api/npcs/1/donations/credited', npc))).toEqual([hashOf(1)])
  expect(await read('/api/npcs/1/donations/summary', npc)).toMatchObject({ lamports: '3', payments: 1 })
  expect((await call('GET', '/api/npcs/2/donations/credited', { cookie: npc })).statusCode).toBe(403)
  expect((await call('GET', '/api/npcs/99/donations/summary')).json()).toMatchObject({ code: 'npc_unknown' })
})

const checkAgain = (number: number) => call('POST', `/api/donations/${hashOf(number)}/check`)

const STATE = `select next_check_at <= now() as is_due, rejected_for, attempts, absent_checks,
  absent_since is not null as is_absent, created_at > now() - interval '1 hour' as is_new from payment_checks`

test('a payment that is being checked is due at once, and its absence is not forgotten', async () => {
  await check({ number: 1 })
  expect((await checkAgain(1)).statusCode).toBe(200)
  const kept = { attempts: 4, absent_checks: 2, is_absent: true, is_new: false }
  expect(await sql(STATE)).toEqual([{ is_due: true, rejected_for: null, ...kept }])
})

test('a rejected payment starts over, and nothing is credited', async () => {
  await check({ number: 1, rejectedFor: 'not_found' })
  expect((await checkAgain(1)).statusCode).toBe(200)
  const begun = { attempts: 0, absent_checks: 0, is_absent: false, is_new: true }
  expect(await sql(STATE)).toEqual([{ is_due: true, rejected_for: null, ...begun }])
  expect(await read('/api/donations/summary')).toMatchObject({ payments: 0, pending: 1, rejected: 0 })
  const [entry] = (await read('/api/audit-log')).entries
  const details = { transaction: hashOf(1), was_rejected: true }
  expect(entry).toMatchObject({ action: 're-checked a payment', details })
})

test('the same payment can be checked again after 15 seconds', async () => {
  await check({ number: 1 })
  await checkAgain(1)
  const answer = await checkAgain(1)
  expect(answer.json()).toMatchObject({ status: 429, code: 'too_soon' })
  expect(answer.json().detail).toMatch(
    /^This payment was checked again a moment ago. Please wait 1?\d seconds?\.$/,
  )
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await sql("update payment_checks set rechecked_at = now() - interval '16 seconds'")
  expect((await checkAgain(1)).statusCode).toBe(200)
})

test('of forty payments at once, thirty are checked again; the others have to wait, in words', async () => {
  for (let number = 0; number < 40; number += 1) await check({ number, rejectedFor: 'not_found' })
  const entries = () => sql("select from audit_log where action = 're-checked a payment'")
  const before = (await entries()).length
  const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => checkAgain(number)))
  const rejected = answers.filter(({ statusCode }) => statusCode === 429)
  expect(rejected).toHaveLength(10)
  expect(rejected[0]?.json().detail).toMatch(
    /^Many payments are being checked again. Please wait \d+ seconds\.$/,
  )
  expect((await entries()).length - before).toBe(30)
  expect(await read('/api/donations/summary')).toMatchObject({ pending: 30, rejected: 10 })
  await sql("update payment_checks set rechecked_at = rechecked_at - interval '61 seconds'")
  const [next] = await sql('select tx_hash from payment_checks where rejected_for is not null limit 1')
  expect((await call('POST', `/api/donations/${next?.tx_hash}/check`)).statusCode).toBe(200)
})

test('a credited payment is not checked again, and an unknown one is unknown', async () => {
  await credit({ number: 1 })
  expect((await checkAgain(1)).json()).toMatchObject({ status: 409, code: 'credited' })
  expect((await checkAgain(2)).statusCode).toBe(404)
  expect((await call('POST', '/api/donations/x/check')).statusCode).toBe(404)
})

/** By RFC 4180: quoted cells may contain anything. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  rows.pop()
  return rows
}

async function readCsv() {
  const { statusCode, headers, body } = await call('GET', '/api/donations.csv')
  expect(statusCode).toBe(200)
  expect(body.startsWith('\ufeff')).toBe(true)
  const [columns = [], ...rows] = parseCsv(body.slice(1))
  return {
    headers,
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
  }
}

test('the table has one row per credited payment, hidden names included', async () => {
  await credit({ number: 1, name: 'Ann, "A"', xAccount: 'ann', lamports: 1_250_000_000n })
  await credit({ number: 2, name: 'Rude' })
  await check({ number: 3 })
  await hide(2, { is_name_hidden: true, username: 'Rude', x_account: null })
  const { headers, rows } = await readCsv()
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="donations-localnet-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(rows).toEqual([
    {
      lamports: '1250000000',
      sol: '1.25',
      signature: hashOf(1),
      block_time: '2026-01-02T03:04:05.000Z',
      name: 'Ann, "A"',
      x_account: 'ann',
      proof: 'signature',
      npc_id: '1',
      network: 'localnet',
      is_hidden: 'false',
    },
    expect.objectContaining({ name: 'Rude', sol: '0.000000005', x_account: '', is_hidden: 'true' }),
  ])
})

const anyName = fc.oneof(
  fc.constantFrom(
    '=HYPERLINK("http://evil.example","Win")',
    '@x',
    '+1',
    '-1+2',
    'a\nb',
    'a\r\n=1',
    ';=1+1',
    '"',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
)
const anyCredits = fc.array(fc.record({ name: anyName, lamports: fc.bigInt(1n, 2n ** 55n) }), {
  maxLength: 60,
})

test(`whatever was credited, the rows add up to the total and run nothing (TEST_SEED=${testEnvironment.seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(anyCredits, async (credits) => {
      await sql('delete from donations')
      for (const [number, { name, lamports }] of credits.entries()) await credit({ number, name, lamports })
      const { rows } = await readCsv()
      const total = credits.reduce((sum, { lamports }) => sum + lamports, 0n)
      expect(rows.reduce((sum, { lamports = '' }) => sum + BigInt(lamports), 0n)).toBe(total)
      expect(await read('/api/donations/summary')).toMatchObject({
        lamports: String(total),
        payments: rows.length,
      })
      expect(rows.map(({ signature }) => signature)).toEqual(credits.map((_, number) => hashOf(number)))
      for (const [place, { name = '', sol }] of rows.entries()) {
        const [asStored, lamports] = [credits[place]?.name ?? '', credits[place]?.lamports ?? 0n]
        expect(sol).toBe(toSolText(lamports))
        expect(name).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)|;[\s"]*[=+\-@]/)
        expect(name.replaceAll("'", '')).toBe(asStored.replaceAll("'", ''))
      }
    }),
    { seed: testEnvironment.seed, numRuns: 20 },
  )
})

test('the table is that of one moment, whatever arrives while it is read', async () => {
  for (let number = 0; number < 25; number += 1) await credit({ number, lamports: 1n })
  let sum = 0n
  let names = ''
  for await (const rows of exportCredits(database, account.id, 4)) {
    for (const row of rows) sum += row.lamports
    names += rows.map(({ username }) => username).join()
    await credit({ number: 100 + names.length, lamports: 1_000n })
    await sql("update donations set lamports = 2, username = 'Later' where lamports = 1")
    await sql('delete from donations where id = (select max(id) from donations where lamports = 2)')
  }
  expect(sum).toBe(25n)
  expect(names).not.toContain('Later')
})

test('a reader who leaves early takes no connection along', async () => {
  for (let number = 0; number < 25; number += 1) await credit({ number })
  for (let time = 0; time < 30; time += 1) {
    const batches = exportCredits(database, account.id, 4)
    await batches.next()
    await batches.return()
  }
  const inTransaction = () =>
    sql("select pid from pg_stat_activity where datname = current_database() and state like 'idle in%'")
  await until(async () => (await inTransaction()).length === 0)
})

test('a third download at once has to wait, and the next one does not', async () => {
  await credit({ number: 1 })
  const open = createCreditsExport({ ...database, account, network: 'localnet' })
  const [first, second, third] = [open(), open(), open()]
  await Promise.all([first.next(), second.next()])
  await expect(third.next()).rejects.toMatchObject({ statusCode: 503, code: 'too_many_downloads' })
  await first.return()
  const fourth = open()
  expect((await fourth.next()).value).toHaveLength(1)
  await Promise.all([second.return(), fourth.return()])
})

test('a download that cannot begin is answered with a problem and not with half a table', async () => {
  const connect = async () => {
    throw Object.assign(new Error('refused'), { syscall: 'connect' })
  }
  const db = new Proxy(database.db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'connect') return connect
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const other = await createDesk(resourcesWith({ db, account }), {
    deskUrl: () => URL_OF_DESK,
    trustProxy: [],
  })
  const headers = { host: 'localhost:4000', cookie: operator }
  const answer = await other.inject({ url: '/api/donations.csv', headers })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json().detail).toMatch(/\.$/)
  await other.close()
})
