import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { openPresence, type Presence } from './presence.server.ts'

let database: TestDatabase
let now = Date.now()
const open: Presence[] = []

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterEach(async () => {
  for (const presence of open.splice(0)) presence.close()
  await database.drop()
})

/** One instance of the site; all have the same clock, which the tests may move. */
function instance(mostAnAddress = 1_000_000): Presence {
  const presence = openPresence({ db: database.db, clock: { now: () => now }, log: silentLog, mostAnAddress })
  open.push(presence)
  return presence
}

async function told(): Promise<number | undefined> {
  const { rows } = await database.db.query("select data from events where name = 'online'")
  return rows[0]?.data.online
}

test('a session counts once, for five minutes after it was last seen', () => {
  const presence = instance()
  expect(presence.see('session-a', 'x')).toBe(1)
  expect(presence.see('session-a', 'x')).toBe(1)
  now += ONLINE_WINDOW_MS - 1
  expect(presence.see('session-b', 'x')).toBe(2)
  expect(presence.see('session-a', 'x')).toBe(2)
  now += ONLINE_WINDOW_MS
  expect(presence.see('session-c', 'x')).toBe(3)
  now += 1
  expect(presence.see('session-c', 'x')).toBe(1)
})

test('one address adds no more than its number, here and over several instances', async () => {
  const [here, there] = [instance(3), instance(3)]
  for (let session = 0; session < 10; session += 1) {
    expect(here.see(`here-${session}`, 'greedy')).toBeLessThanOrEqual(3)
    there.see(`there-${session}`, 'greedy')
  }
  here.see('somebody-else', 'modest')
  await until(async () => (await told()) === 4)
  expect(here.see('here-0', 'greedy')).toBe(4)
})

test('20,000 sessions that move between three instances are counted within one in a hundred', async () => {
  const instances = [instance(), instance(), instance()]
  const anyInstance = () => instances[Math.floor(Math.random() * 3)]
  const SESSIONS = 20_000
  for (let beat = 0; beat < 3; beat += 1)
    for (let session = 0; session < SESSIONS; session += 1)
      anyInstance()?.see(`session-${session}`, `address-${session % 5_000}`)
  await until(async () => Math.abs(((await told()) ?? 0) - SESSIONS) <= SESSIONS / 100)
  for (const presence of instances) {
    now += 1_000
    await until(() => Math.abs(presence.see('session-1', 'address-1') - SESSIONS) <= SESSIONS / 100)
  }
})

test('after a crash the database is told again who is there', async () => {
  const presence = instance()
  for (let session = 0; session < 50; session += 1) presence.see(`session-${session}`, 'x')
  await until(async () => (await told()) === 50)
  await database.db.query('truncate sessions')
  await until(async () => (await told()) !== 50)
  await until(async () => (await told()) === 50)
})

test('without the database an instance counts what it sees itself', async () => {
  const presence = instance()
  await database.db.query('drop table sessions')
  presence.see('session-a', 'x')
  expect(presence.see('session-b', 'x')).toBe(2)
})
