import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { openPresence, type Presence } from './presence.server.ts'
import { pruneSessions } from './presence-store.server.ts'
import type { Origin } from './recent-visits.server.ts'

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

/** One instance of the site; all share a clock that the tests move. */
function instance(maxPerAddress = 1_000_000, maxPerNetwork = 1_000_000): Presence {
  const clock = { now: () => now }
  const presence = openPresence({ db: database.db, clock, log: silentLog, maxPerAddress, maxPerNetwork })
  open.push(presence)
  return presence
}

function from(address: string, network = `network of ${address}`): Origin {
  return { address, network }
}

async function publishedCount(): Promise<number | undefined> {
  const { rows } = await database.db.query("select data from events where name = 'online'")
  return rows[0]?.data.online
}

test('a session counts once, for five minutes after it was last seen', () => {
  const presence = instance()
  expect(presence.see('session-a', from('x'))).toBe(1)
  expect(presence.see('session-a', from('x'))).toBe(1)
  now += ONLINE_WINDOW_MS - 1
  expect(presence.see('session-b', from('x'))).toBe(2)
  expect(presence.see('session-a', from('x'))).toBe(2)
  now += ONLINE_WINDOW_MS
  expect(presence.see('session-c', from('x'))).toBe(3)
  now += 1
  expect(presence.see('session-c', from('x'))).toBe(1)
})

test('the limit per address holds on one instance and over several', async () => {
  const [here, there] = [instance(3), instance(3)]
  for (let session = 0; session < 10; session += 1) {
    expect(here.see(`here-${session}`, from('greedy'))).toBeLessThanOrEqual(3)
    there.see(`there-${session}`, from('greedy'))
  }
  here.see('somebody-else', from('modest'))
  await until(async () => (await publishedCount()) === 4)
  expect(here.see('here-0', from('greedy'))).toBe(4)
})

test('the limit per network holds on one instance and over several', async () => {
  const [here, there] = [instance(3, 5), instance(3, 5)]
  for (let session = 0; session < 40; session += 1) {
    const origin = from(`address-${session % 20}`, 'one network')
    expect(here.see(`here-${session}`, origin)).toBeLessThanOrEqual(5)
    there.see(`there-${session}`, origin)
  }
  here.see('somebody-else', from('modest'))
  await until(async () => (await publishedCount()) === 6)
})

test('sessions written by an older release are counted by their address only', async () => {
  await database.db.query(
    "insert into sessions (id, address, seen_at) select 'old-' || n, 'address-' || n, now() from generate_series(1, 8) n",
  )
  instance(3, 5).see('session-a', from('x'))
  await until(async () => (await publishedCount()) === 9)
})

test('old sessions are deleted, also when nobody counts any more', async () => {
  await database.db.query(
    "insert into sessions (id, address, seen_at) values ('old', 'x', now() - interval '6 min'), ('new', 'x', now())",
  )
  expect(await pruneSessions(database)).toBe(1)
  expect((await database.db.query('select id from sessions')).rows).toEqual([{ id: 'new' }])
})

test('20,000 sessions that move between three instances are counted with an error of at most 1 %', async () => {
  const instances = [instance(), instance(), instance()]
  const anyInstance = () => instances[Math.floor(Math.random() * 3)]
  const SESSIONS = 20_000
  for (let beat = 0; beat < 3; beat += 1)
    for (let session = 0; session < SESSIONS; session += 1)
      anyInstance()?.see(`session-${session}`, from(`address-${session % 5_000}`))
  await until(async () => Math.abs(((await publishedCount()) ?? 0) - SESSIONS) <= SESSIONS / 100)
  for (const presence of instances) {
    now += 1_000
    await until(() => Math.abs(presence.see('session-1', from('address-1')) - SESSIONS) <= SESSIONS / 100)
  }
})

test('after a crash of the database its sessions are reported again', async () => {
  const presence = instance()
  for (let session = 0; session < 50; session += 1) presence.see(`session-${session}`, from('x'))
  await until(async () => (await publishedCount()) === 50)
  await database.db.query('truncate sessions')
  await until(async () => (await publishedCount()) !== 50)
  await until(async () => (await publishedCount()) === 50)
})

test('without the database an instance counts its own sessions', async () => {
  const presence = instance()
  await database.db.query('drop table sessions')
  presence.see('session-a', from('x'))
  expect(presence.see('session-b', from('x'))).toBe(2)
})
