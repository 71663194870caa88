import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { type Changes, watchChanges } from '../../platform/database/watch-changes.server.ts'
import { announceNpcs } from './announce-npcs.server.ts'
import type { Npc } from './contract.ts'
import { listNpcs, publishNpcList } from './npcs-store.server.ts'

let database: TestDatabase
let changes: Changes[]
let announcers: { close(): void }[]

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  await database.db.query(
    'create table published (at timestamptz, data jsonb);' +
      'create function note() returns trigger language plpgsql as $$ begin' +
      "  if new.name = 'npcs' then insert into published values (new.created_at, new.data); end if; return null; end $$;" +
      'create trigger note after insert on events for each row execute function note()',
  )
  changes = []
  announcers = []
})

afterEach(async () => {
  for (const announcer of announcers) announcer.close()
  for (const one of changes) await one.close()
  await database.drop()
})

async function startTwoInstances(): Promise<void> {
  changes = [watchChanges(database.url, silentLog), watchChanges(database.url, silentLog)]
  announcers = changes.map((one) => announceNpcs({ db: database.db, changes: one, log: silentLog }))
  await until(() => changes.every((one) => one.isListening()))
}

async function published(): Promise<{ data: Npc[]; msSinceLast: number }[]> {
  const { rows } = await database.db.query(
    'select data, extract(epoch from at - lag(at) over (order by at))::float8 * 1000 as "msSinceLast" from published order by at',
  )
  return rows
}

/** Makes the last publication older. */
async function pass(ms: number): Promise<void> {
  await database.db.query(
    "update events set created_at = created_at - $1 * interval '1 ms' where is_state and name = 'npcs'",
    [ms],
  )
}

async function isWaitingForNpcs(): Promise<boolean> {
  const { rows } = await database.db.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%publish_npc_list%'`,
  )
  return rows.length > 0
}

test('two instances publish 500 votes at least a quarter of a second apart, and end with the right list', async () => {
  await startTwoInstances()
  for (let vote = 0; vote < 500; vote += 1)
    await database.db.query("select set_vote(1, $1, 'like')", [`voter-${vote}`])
  await until(async () => (await published()).at(-1)?.data[0]?.likes === 500)
  const news = await published()
  expect(news.at(-1)?.data).toEqual(await listNpcs({ db: database.db }))
  expect(Math.min(...news.slice(1).map(({ msSinceLast }) => msSinceLast))).toBeGreaterThanOrEqual(250)
})

test('a list that was published just now is not published again: the result is how long to wait', async () => {
  expect(await publishNpcList(database, 60_000)).toBe('idle')
  const before = await published()
  await database.db.query("update npcs set name = 'Second' where id = 2")
  const { againInMs } = Object(await publishNpcList(database, 60_000))
  expect(againInMs).toBeGreaterThan(0)
  expect(againInMs).toBeLessThanOrEqual(60_000)
  expect(await published()).toEqual(before)
  await pass(60_000)
  expect(await publishNpcList(database, 60_000)).toBe('idle')
  expect((await published()).at(-1)?.data[1]?.name).toBe('Second')
})

test('an unchanged list is not published again', async () => {
  expect(await publishNpcList(database, 250)).toBe('idle')
  expect(await published()).toHaveLength(1)
  await database.db.query('update npcs set likes = likes')
  await pass(3_600_000)
  expect(await publishNpcList(database, 250)).toBe('idle')
  expect(await published()).toHaveLength(1)
  await database.db.query("update npcs set name = 'Renamed' where id = 2")
  expect(await publishNpcList(database, 250)).toBe('idle')
  expect((await published()).at(-1)?.data[1]?.name).toBe('Renamed')
})

test('a lock on the NPCs delays no other event', async () => {
  await startTwoInstances()
  const client = await database.db.connect()
  await client.query('begin; lock table npcs in access exclusive mode')
  changes[0]?.touch()
  await until(isWaitingForNpcs)
  await database.db.query("select append_event('donation', '{}')")
  expect(await isWaitingForNpcs()).toBe(true)
  await client.query('commit')
  client.release()
})
