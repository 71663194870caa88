import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { until } from '../../../../tests/support/until.ts'
import { GRACE_MS, STREAM_STATES, type StreamState } from '../contract.ts'
import { publisherEnded, publisherStarted } from '../hooks/stream-publishers-store.server.ts'
import { NO_CONFIRMATION_MS, nextStatus } from './stream-state.ts'
import { expireStreams, findStream, reportStreamState } from './streams-store.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

beforeEach(() => database.db.query('delete from streams'))

afterAll(() => database.drop())

const state = async () => (await findStream(database, '1'))?.state
const expire = () => expireStreams(database, NO_CONFIRMATION_MS, GRACE_MS)

async function setState(next: StreamState, session = 'hook:a'): Promise<void> {
  await reportStreamState(database, { npcId: '1', session, state: 'live' })
  await database.db.query('update streams set state = $1', [next])
}

async function isAnyoneWaiting(): Promise<boolean> {
  const { rows } = await database.db.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length > 0
}

test('an instance that was killed is missed after a while, and its stream ends', async () => {
  await reportStreamState(database, { npcId: '1', session: 'killed', state: 'live' })
  await expire()
  expect(await state()).toBe('live')
  await database.db.query("update streams set seen_at = now() - interval '11 s'")
  await expire()
  expect(await state()).toBe('reconnecting')
  await expire()
  expect(await state()).toBe('reconnecting')
  await database.db.query("update streams set seen_at = now() - interval '21 s'")
  await expire()
  expect(await state()).toBe('offline')
})

test('streams that expire together do not deadlock with a publisher who reports one of them', async () => {
  for (const npcId of ['1', '2'])
    await reportStreamState(database, { npcId, session: 'silent', state: 'live' })
  await database.db.query("update streams set seen_at = now() - interval '11 s'")
  const publisher = await database.db.connect()
  try {
    await publisher.query('begin; select from npcs where id = 2 for no key update')
    const expiring = expire()
    await until(isAnyoneWaiting)
    await publisher.query("select append_event('stream', '{}'); commit")
    await expiring
  } finally {
    publisher.release(true)
  }
  const { rows } = await database.db.query('select distinct state from streams')
  expect(rows).toEqual([{ state: 'reconnecting' }])
})

test('only the session that owns the stream can end it', async () => {
  const report = { npcId: '1', state: 'live' } as const
  await reportStreamState(database, { ...report, session: 'first' })
  await reportStreamState(database, { ...report, session: 'second' })
  expect(await reportStreamState(database, { ...report, session: 'first', state: 'reconnecting' })).toBe(
    false,
  )
  expect(await state()).toBe('live')
  expect(await reportStreamState(database, { ...report, session: 'second', state: 'reconnecting' })).toBe(
    true,
  )
  expect(await state()).toBe('reconnecting')
  expect(await reportStreamState(database, { ...report, npcId: '99', session: 'x' })).toBe(false)
})

test('a stream that is over was published; one that never was is just offline', async () => {
  expect(await findStream(database, '1')).toEqual({ state: 'offline', was_published: false })
  await setState('offline')
  expect(await findStream(database, '1')).toEqual({ state: 'offline', was_published: true })
  expect(await findStream(database, '99')).toBeUndefined()
})

const AGES_MS = [0, NO_CONFIRMATION_MS - 2_000, NO_CONFIRMATION_MS + 1, GRACE_MS - 2_000, GRACE_MS + 1, 1e7]
const cases = STREAM_STATES.flatMap((before) => AGES_MS.map((ageMs) => [before, ageMs] as const))

test.each(cases)('%s and seen %i ms ago: the database expires it as the rule does', async (before, ageMs) => {
  await setState(before)
  await database.db.query("update streams set seen_at = clock_timestamp() - $1 * interval '1 ms'", [ageMs])
  await expire()
  const expected = nextStatus({ state: before, seenAt: 0 }, 'time passed', ageMs, NO_CONFIRMATION_MS)
  expect(await state()).toBe(expected.state)
})

test.each(STREAM_STATES)('%s: the database ends a publisher as the rule does', async (before) => {
  await publisherStarted(database, { npcId: '1', session: `hook:${before}` })
  await setState(before, `hook:${before}`)
  await publisherEnded(database, { session: `hook:${before}`, at: new Date(Date.now() + 60_000) })
  expect(await state()).toBe(nextStatus({ state: before, seenAt: 0 }, 'publisher left', 1).state)
})
