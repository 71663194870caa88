import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/test-database.ts'
import { type Changes, watchChanges } from './watch-changes.server.ts'

let database: TestDatabase
let changes: Changes

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  await vi.waitFor(() => expect(changes.isListening()).toBe(true), 10_000)
})

afterAll(async () => {
  await changes.close()
  await database.drop()
})

test.each([
  "update npcs set name = 'Renamed' where id = 1",
  "insert into npcs (name, description) values ('New', 'one')",
  "delete from npcs where name = 'New'",
])('%s is heard', async (statement) => {
  const before = changes.version()
  await database.db.query(statement)
  await vi.waitFor(() => expect(changes.version()).toBe(before + 1), 10_000)
})

test('an event is heard by who waits for events, and makes no page old', async () => {
  const before = changes.version()
  let heard = 0
  const leave = changes.subscribe('events', () => {
    heard += 1
  })
  await database.db.query("select replace_state('online', '{\"online\": 7}')")
  await vi.waitFor(() => expect(heard).toBe(1), 10_000)
  expect(changes.version()).toBe(before)
  leave()
})

test('it can be closed before it has connected', async () => {
  await watchChanges(database.url, silentLog).close()
})

test('a lost connection comes back by itself, and counts as a change', async () => {
  const before = changes.version()
  await database.db.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'")
  await vi.waitFor(() => expect(changes.version()).toBeGreaterThan(before), 10_000)
  expect(changes.isListening()).toBe(true)
})
