import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
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
  ["update npcs set name = 'Renamed' where id = 1", 1],
  ["insert into npcs (name, description) values ('New', 'one')", 1],
  // Their missions and steps go with them.
  ["delete from npcs where name = 'New'", 3],
])('%s is notified, once per table', async (statement, tables) => {
  const before = changes.version()
  await database.db.query(statement)
  await vi.waitFor(() => expect(changes.version()).toBe(before + tables), 10_000)
})

test('an event notifies subscribers to events, and makes no page stale', async () => {
  const before = changes.version()
  let notifications = 0
  const unsubscribe = changes.subscribe('events', () => {
    notifications += 1
  })
  await database.db.query("select replace_state('online', '{\"online\": 7}')")
  await vi.waitFor(() => expect(notifications).toBe(1), 10_000)
  expect(changes.version()).toBe(before)
  unsubscribe()
})

test('it can be closed before it connects', async () => {
  await watchChanges(database.url, silentLog).close()
})

test('a lost connection is replaced, and counts as a change', async () => {
  const before = changes.version()
  await database.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  )
  await vi.waitFor(() => expect(changes.version()).toBeGreaterThan(before), 10_000)
  expect(changes.isListening()).toBe(true)
})

/** A proxy that can be frozen: from then on its old connections stay open and silent, as behind a router. */
async function freezableProxy(to: string) {
  const { port, hostname } = new URL(to)
  const frozen: Socket[] = []
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('data', (bytes) => frozen.includes(near) || far.write(bytes))
    far.on('data', (bytes) => frozen.includes(near) || near.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const way = new URL(to)
  way.port = String((server.address() as AddressInfo).port)
  return {
    url: way.href,
    freeze: () => frozen.push(...sockets),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('a connection that is open but silent is replaced, and counts as a change', async () => {
  const proxy = await freezableProxy(database.url)
  const behind = watchChanges(proxy.url, silentLog, 100)
  await vi.waitFor(() => expect(behind.isListening()).toBe(true), 10_000)
  proxy.freeze()
  const before = behind.version()
  await database.db.query("update npcs set name = 'Unheard' where id = 1")
  await vi.waitFor(() => expect(behind.version()).toBeGreaterThan(before), 10_000)
  expect(behind.isListening()).toBe(true)
  await behind.close()
  proxy.close()
})
