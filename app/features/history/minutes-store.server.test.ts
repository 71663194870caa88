import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { keepHistory } from './keep-history.server.ts'
import {
  findEarlierVotes,
  insertMinute,
  listOtherInstances,
  listSlots,
  type Minute,
  msToNextMinute,
} from './minutes-store.server.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'
const MACHINE = { memory_bytes: 1, disk: null, backup_at: null }

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

beforeEach(() => database.db.query('delete from history_minutes'))

afterAll(() => database.drop())

function minuteWith(values: Partial<Minute>): Minute {
  return { visitors: 1, players: 0, votes: 0, npcs: {}, machine: MACHINE, ...values }
}

async function insertAt(minute: string, instance: string, values: Partial<Minute>): Promise<void> {
  const { visitors, players, votes, npcs, machine } = minuteWith(values)
  await database.db.query(
    `insert into history_minutes values (date_trunc('minute', now()) - $1::interval, $2, $3, $4, $5, $6, $7)`,
    [minute, instance, visitors, players, votes, npcs, machine],
  )
}

test('an instance writes a minute once, and each instance its own', async () => {
  await insertMinute(database.db, ONE, minuteWith({ players: 4 }))
  await insertMinute(database.db, ONE, minuteWith({ players: 400 }))
  await insertMinute(database.db, TWO, minuteWith({ players: 5 }))
  const { rows } = await database.db.query('select players from history_minutes order by players')
  // A minute may end between two of these.
  expect(rows.map(({ players }) => players).slice(0, 2)).toEqual([4, 5])
})

test('what each instance has of its own is summed, what all of them see is not', async () => {
  const npcs = { '1': { likes: 3, dislikes: 1, players: 2 }, '2': { likes: 1, dislikes: 0 } }
  await insertAt('10 minutes', ONE, { visitors: 30, players: 2, votes: 5, npcs })
  await insertAt('10 minutes', TWO, {
    visitors: 31,
    players: 7,
    votes: 5,
    npcs: { '1': { likes: 3, dislikes: 1 }, '2': { likes: 1, dislikes: 0, players: 7 } },
  })
  expect(await listSlots(database.db, undefined)).toMatchObject([{ visitors: 31, players: 9, votes: 5 }])
  expect(await listSlots(database.db, '1')).toMatchObject([{ players: 2, votes: 4 }])
  expect(await listSlots(database.db, '2')).toMatchObject([{ players: 7, votes: 1 }])
  expect(await listSlots(database.db, '99')).toMatchObject([{ players: 0, votes: 0 }])
})

test('a slot has the most of its minutes, and the votes of its last', async () => {
  const { rows } = await database.db.query<{ at: Date }>(
    "select date_bin('5 minutes', now() - interval '2 hours', 'epoch') as at",
  )
  const slot = rows[0]?.at ?? new Date()
  for (const [place, players] of [3, 9, 4].entries())
    await database.db.query(
      `insert into history_minutes values ($1::timestamptz + $2 * interval '1 minute', $3, 1, $4, $5, '{}', '{}')`,
      [slot, place, ONE, players, 10 + place],
    )
  expect(await listSlots(database.db, undefined)).toEqual([
    { at_ms: slot.getTime(), visitors: 1, players: 9, votes: 12 },
  ])
})

test('earlier votes are those of an hour ago, or of the beginning of the history', async () => {
  expect(await findEarlierVotes(database.db, undefined)).toBeUndefined()
  await insertAt('20 minutes', ONE, { votes: 7 })
  await insertAt('30 minutes', ONE, { votes: 6, npcs: { '1': { likes: 1, dislikes: 1 } } })
  expect(await findEarlierVotes(database.db, undefined)).toMatchObject({ votes: 6 })
  expect(await findEarlierVotes(database.db, '1')).toMatchObject({ votes: 2 })
  await insertAt('62 minutes', ONE, { votes: 5 })
  await insertAt('90 minutes', ONE, { votes: 4 })
  expect(await findEarlierVotes(database.db, undefined)).toMatchObject({ votes: 5 })
  await database.db.query("update history_minutes set minute = minute - interval '2 days'")
  expect(await findEarlierVotes(database.db, undefined)).toBeUndefined()
})

test('other instances are those that wrote a moment ago, each with its newest minute', async () => {
  await insertAt('1 minute', TWO, { npcs: { '1': { likes: 2, dislikes: 0 } } })
  await insertAt('2 minutes', TWO, { npcs: { '1': { likes: 1, dislikes: 0 } } })
  await insertAt('5 minutes', '00000000-0000-4000-8000-000000000003', {})
  const others = await listOtherInstances(database.db, ONE)
  expect(others.map(({ npcs }) => npcs)).toEqual([{ '1': { likes: 2, dislikes: 0 } }])
  expect(await listOtherInstances(database.db, TWO)).toEqual([])
})

test('the next minute of the database is less than a minute away', async () => {
  const ms = await msToNextMinute(database.db)
  expect(ms).toBeGreaterThan(0)
  expect(ms).toBeLessThanOrEqual(60_000)
})

test('the history writes nothing before a minute has ended', async () => {
  let measurements = 0
  const history = keepHistory({
    db: database.db,
    log: silentLog,
    instance: ONE,
    measure: async () => {
      measurements += 1
      return minuteWith({})
    },
  })
  await sleep(200)
  expect(measurements).toBe(0)
  await history.close()
})
