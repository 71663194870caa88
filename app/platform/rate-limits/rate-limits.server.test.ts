import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { HttpProblem } from '../http/http-problem.server.ts'
import { pruneRateCounts } from './rate-counts-store.server.ts'
import { openRateLimits, type RateLimits } from './rate-limits.server.ts'

let database: TestDatabase
let now: number
const open: RateLimits<'vote'>[] = []

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  now = Math.floor(Date.now() / 60_000) * 60_000
})

afterEach(async () => {
  for (const limits of open.splice(0)) limits.close()
  await database.drop()
})

function instance(given: { maxCounted?: number; perIpv6Network?: number } = {}): RateLimits<'vote'> {
  const { maxCounted, ...limit } = given
  const limits = openRateLimits({
    db: database.db,
    clock: { now: () => now },
    log: silentLog,
    secret: 'for tests only',
    limits: { vote: { perAddress: 10, perNetwork: 25, ...limit } },
    ...(maxCounted && { maxCounted }),
  })
  open.push(limits)
  return limits
}

function spend(limits: RateLimits<'vote'>, address: string): HttpProblem | undefined {
  try {
    limits.spend('vote', address)
    return undefined
  } catch (error) {
    if (error instanceof HttpProblem) return error
    throw error
  }
}

/** How many times the address may before it is rejected. */
function spendAll(limits: RateLimits<'vote'>, address: string): number {
  let times = 0
  while (times < 100 && spend(limits, address) === undefined) times += 1
  return times
}

test('an address has a limit per minute, and the rejection says when to retry', () => {
  const limits = instance()
  now += 45_500
  expect(spendAll(limits, '203.0.113.1')).toBe(10)
  const rejected = spend(limits, '203.0.113.1')
  expect(rejected).toMatchObject({ statusCode: 429, retryAfterS: 15 })
  expect(spend(limits, '198.51.100.1')).toBeUndefined()
  now += 15_000
  expect(spend(limits, '203.0.113.1')).toBeUndefined()
})

test('a new minute gives no second allowance', () => {
  const limits = instance()
  now += 59_000
  expect(spendAll(limits, '203.0.113.1')).toBe(10)
  now += 2_000
  expect(spendAll(limits, '203.0.113.1')).toBeLessThanOrEqual(1)
  now += 29_000
  expect(spendAll(limits, '203.0.113.1')).toBeLessThanOrEqual(5)
  now += 120_000
  expect(spendAll(limits, '203.0.113.1')).toBe(10)
})

test('a /48 may have its own limit', () => {
  const limits = instance({ perIpv6Network: 12 })
  expect(
    ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'].map((one) => spendAll(limits, one)),
  ).toEqual([10, 2, 10])
})

test('above the maximum, new addresses count as their network, and new networks share one count', () => {
  const limits = instance({ maxCounted: 2 })
  expect(spendAll(limits, '203.0.113.1')).toBe(10)
  expect(spendAll(limits, '198.51.100.1')).toBe(10)
  expect(spendAll(limits, '198.51.100.2')).toBe(15)
  expect(spendAll(limits, '192.0.2.1')).toBe(25)
  expect(spendAll(limits, '2001:db8::1')).toBe(0)
})

test.each([
  ['a /24', ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']],
  ['a /48', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']],
])('the addresses of %s share a limit', (_, addresses) => {
  const limits = instance()
  expect(addresses.map((address) => spendAll(limits, address))).toEqual([10, 10, 5, 0])
})

test('an IPv6 household is one address', () => {
  const limits = instance()
  for (let host = 1; host <= 10; host += 1) expect(spend(limits, `2001:db8::${host}`)).toBeUndefined()
  expect(spend(limits, '2001:db8::ffff')?.statusCode).toBe(429)
})

test('what is spent on one instance is spent on the others', async () => {
  const [here, there] = [instance(), instance()]
  expect(spendAll(here, '203.0.113.1')).toBe(10)
  expect(spend(there, '203.0.113.1')).toBeUndefined()
  await until(() => spend(there, '203.0.113.1') !== undefined)
  const { rows } = await database.db.query('select who from rate_counts')
  expect(JSON.stringify(rows)).not.toContain('203.0.113')
})

test('callers without an address share one network; without a database each instance has its own limits', async () => {
  const limits = instance()
  await database.db.query('drop table rate_counts')
  expect(spendAll(limits, '')).toBe(25)
  expect(spendAll(limits, 'nonsense')).toBe(0)
  expect(spendAll(limits, '203.0.113.1')).toBe(10)
})

test('old counts are deleted, also when nobody is counted any more', async () => {
  await database.db.query(
    "insert into rate_counts select extract(epoch from now()) / 60 - age, 'x', 1 from unnest(array[0, 5, 20, 900]) as age",
  )
  expect(await pruneRateCounts(database)).toBe(2)
  expect(await pruneRateCounts(database)).toBe(0)
})
