import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { type Changes, watchChanges } from '../../platform/database/watch-changes.server.ts'
import { announceNpcs } from './announce-npcs.server.ts'
import type { Npc } from './contract.ts'
import { listNpcs } from './npcs-store.server.ts'

let database: TestDatabase
let changes: Changes[]
let announcers: { close(): void }[]

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  await database.db.query(
    'create table told (at timestamptz, data jsonb);' +
      'create function note() returns trigger language plpgsql as $$ begin' +
      "  if new.name = 'npcs' then insert into told values (new.created_at, new.data); end if; return null; end $$;" +
      'create trigger note after insert on events for each row execute function note()',
  )
  changes = [watchChanges(database.url, silentLog), watchChanges(database.url, silentLog)]
  announcers = changes.map((one) => announceNpcs({ db: database.db, changes: one, log: silentLog }))
  await until(() => changes.every((one) => one.isListening()))
})

afterEach(async () => {
  for (const announcer of announcers) announcer.close()
  for (const one of changes) await one.close()
  await database.drop()
})

async function told(): Promise<{ data: Npc[]; msSinceLast: number }[]> {
  const { rows } = await database.db.query(
    'select data, extract(epoch from at - lag(at) over (order by at))::float8 * 1000 as "msSinceLast" from told order by at',
  )
  return rows
}

test('two instances tell of 500 votes four times a second at most, and the last word is the truth', async () => {
  for (let vote = 0; vote < 500; vote += 1) {
    await database.db.query("select set_vote(1, $1, 'like')", [`voter-${vote}`])
    if (vote % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await until(async () => (await told()).at(-1)?.data[0]?.likes === 500)
  const news = await told()
  expect(news.at(-1)?.data).toEqual(await listNpcs({ db: database.db }))
  expect(Math.min(...news.slice(1).map(({ msSinceLast }) => msSinceLast))).toBeGreaterThanOrEqual(250)
})

test('what changes nothing is not told', async () => {
  await until(async () => (await told()).length === 1)
  await database.db.query('update npcs set likes = likes')
  await database.db.query("update npcs set name = 'Renamed' where id = 2")
  await until(async () => (await told()).at(-1)?.data[1]?.name === 'Renamed')
  expect(await told()).toHaveLength(2)
})

test('an operator who locks the NPCs keeps no other event waiting', async () => {
  const client = await database.db.connect()
  await client.query('begin; lock table npcs in access exclusive mode')
  changes[0]?.touch()
  await database.db.query("select append_event('donation', '{}')")
  await client.query('commit')
  client.release()
})
