import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { until } from '../../../tests/support/until.ts'
import { type Changes, watchChanges } from '../database/watch-changes.server.ts'
import { type EventHub, openEventHub } from './event-hub.server.ts'
import { pruneEvents, REVISED } from './events-store.server.ts'

let database: TestDatabase
let changes: Changes
let hub: EventHub

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  hub = await openEventHub({ db: database.db, changes, log: silentLog })
  await until(() => changes.isListening())
})

afterEach(async () => {
  hub.close()
  await changes.close()
  await database.drop()
})

async function happen(...numbers: number[]): Promise<void> {
  for (const number of numbers)
    await database.db.query("select append_event('test', $1)", [JSON.stringify({ number })])
}

/** Collects what a listener receives. */
function createReader() {
  let text = ''
  const read = (pattern: RegExp) => [...text.matchAll(pattern)].map((found) => Number(found[1]))
  return {
    listen: (frames: Buffer) => {
      text += frames
    },
    numbers: () => read(/"number":(\d+)/g),
    ids: () => read(/^id: (\d+)$/gm),
    names: () => [...text.matchAll(/^event: (\w+)$/gm)].map((found) => found[1]),
  }
}

test('every listener gets each new event once, in order', async () => {
  await happen(1)
  await until(() => hub.lastId() > 0n)
  const [first, second] = [createReader(), createReader()]
  await hub.join(first.listen, undefined)
  await hub.join(second.listen, undefined)
  await happen(2, 3)
  await until(() => first.numbers().includes(3) && second.numbers().includes(3))
  for (const { numbers } of [first, second]) expect(numbers().filter((number) => number > 1)).toEqual([2, 3])
})

test('a reader that reconnects gets what it missed, without gaps or repeats', async () => {
  await happen(...Array.from({ length: 20 }, (_, place) => place))
  const { rows } = await database.db.query<{ id: bigint }>('select min(id) as id from events')
  const since = (rows[0]?.id ?? 0n) + 4n
  const happening = happen(...Array.from({ length: 30 }, (_, place) => 20 + place))
  const late = createReader()
  await hub.join(late.listen, since)
  await happening
  await until(() => late.numbers().includes(49))
  expect(late.numbers()).toEqual(Array.from({ length: 45 }, (_, place) => place + 5))
  expect(new Set(late.ids()).size).toBe(45)
})

test('events that the hub no longer has in memory come from the database', async () => {
  await happen(...Array.from({ length: 700 }, (_, place) => place))
  await until(() => hub.lastId() >= 700n)
  const late = createReader()
  await hub.join(late.listen, 3n)
  expect(late.ids()).toEqual(Array.from({ length: 697 }, (_, place) => place + 4))
})

test('after a revision, a reader that reconnects gets what the events say now', async () => {
  await happen(1, 2)
  await until(() => hub.lastId() >= 2n)
  await database.db.query(`update events set data = '{"number": 7}' where data ->> 'number' = '1'`)
  const before = createReader()
  await hub.join(before.listen, 0n)
  expect(before.numbers()).toEqual([1, 2])
  await database.db.query('select pg_notify($1, $2)', ['events', REVISED])
  await until(async () => {
    const after = createReader()
    const leave = await hub.join(after.listen, 0n)
    leave()
    return after.numbers().join() === '7,2'
  })
  await happen(3)
  await until(() => before.numbers().includes(3))
  expect(before.numbers()).toEqual([1, 2, 3])
})

test('a reader that missed more than a thousand events is sent `missed`, then the events in memory', async () => {
  await database.db.query(
    `select append_event('test', jsonb_build_object('number', n)) from generate_series(1, 1600) as n`,
  )
  await until(() => hub.lastId() >= 1_600n)
  const late = createReader()
  await hub.join(late.listen, 0n)
  expect(late.names()).toEqual(['missed', ...Array.from({ length: 500 }, () => 'test')])
  expect(late.numbers()).toEqual(Array.from({ length: 500 }, (_, place) => place + 1_101))
  expect(late.ids()).toEqual(late.ids().toSorted((a, b) => a - b))
  await happen(7)
  await until(() => late.numbers().at(-1) === 7)
})

test('thirty readers that reconnect at once query the database one after another, each with a limit', async () => {
  await database.db.query(
    `select append_event('test', jsonb_build_object('number', n)) from generate_series(1, 1600) as n`,
  )
  await until(() => hub.lastId() >= 1_600n)
  let running = 0
  let maxRunning = 0
  const original = database.db.query.bind(database.db) as (...given: [never]) => unknown
  const counted = vi.spyOn(database.db, 'query').mockImplementation((async (...given: [never]) => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    return Promise.resolve(original(...given)).finally(() => {
      running -= 1
    })
  }) as never)
  await Promise.all(Array.from({ length: 30 }, () => hub.join(() => {}, 0n)))
  expect(counted).toHaveBeenCalledTimes(30)
  expect(maxRunning).toBe(1)
  counted.mockRestore()
})

test('a reader that has left while it waited for its turn costs no query', async () => {
  await database.db.query(
    `select append_event('test', jsonb_build_object('number', n)) from generate_series(1, 1600) as n`,
  )
  await until(() => hub.lastId() >= 1_600n)
  const asked = vi.spyOn(database.db, 'query')
  const isGone = () => true
  await Promise.all(Array.from({ length: 5 }, () => hub.join(() => {}, 0n, isGone)))
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

test('events older than a day are deleted, states are not', async () => {
  await happen(1, 2)
  await database.db.query("select replace_state('mood', '{}')")
  await database.db.query("update events set created_at = now() - interval '25 h' where id <> 2")
  expect(await pruneEvents({ ...database, limit: 100 })).toBe(1)
  const { rows } = await database.db.query('select name from events order by id')
  expect(rows).toEqual([{ name: 'test' }, { name: 'mood' }])
})

test('a reader that reconnects gets only the newest event of a state', async () => {
  for (const number of [1, 2, 3])
    await database.db.query("select replace_state('mood', $1)", [JSON.stringify({ number })])
  await happen(4)
  await until(() => hub.lastId() >= 4n)
  const [fromMemory, fromDatabase] = [createReader(), createReader()]
  await hub.join(fromMemory.listen, 0n)
  const later = await openEventHub({ db: database.db, changes, log: silentLog })
  await later.join(fromDatabase.listen, 0n)
  expect(fromMemory.numbers()).toEqual([3, 4])
  expect(fromDatabase.numbers()).toEqual([3, 4])
  later.close()
})

test('two hubs on one database send the same events', async () => {
  const otherChanges = watchChanges(database.url, silentLog)
  const other = await openEventHub({ db: database.db, changes: otherChanges, log: silentLog })
  await until(() => otherChanges.isListening())
  const [here, there] = [createReader(), createReader()]
  await hub.join(here.listen, undefined)
  await other.join(there.listen, undefined)
  await Promise.all([happen(1, 2, 3), happen(4, 5, 6)])
  await until(() => here.ids().length === 6 && there.ids().length === 6)
  expect(here.ids()).toEqual(there.ids())
  other.close()
  await otherChanges.close()
})

test('a listener that left gets nothing more', async () => {
  const gone = createReader()
  const leave = await hub.join(gone.listen, undefined)
  leave()
  const here = createReader()
  await hub.join(here.listen, undefined)
  await happen(1)
  await until(() => here.numbers().length === 1)
  expect(gone.numbers()).toEqual([])
})
