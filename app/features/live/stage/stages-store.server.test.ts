import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import { listNpcs } from '../../npcs/npcs-store.server.ts'
import { publisherEnded, publisherStarted } from '../hooks/stream-publishers-store.server.ts'
import { makeKey } from '../ingest/stream-keys.server.ts'
import { findStream, reportStreamState } from '../state/streams-store.server.ts'
import {
  findStop,
  listStageRules,
  listStages,
  resumeStage,
  type StageStop,
  saveHealth,
  saveProblem,
  setDelay,
  stopStage,
} from './stages-store.server.ts'

const HEALTH = { instance: 'a', bits_per_second: 1, part_s: 0.2, silent_s: 0, delay_s: 0, viewers: 3 }
const BY_OPERATOR: StageStop = { by: 'operator', note: 'The camera shows an address.' }

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

beforeEach(() =>
  database.db.query(`delete from stages; delete from streams; delete from stream_publishers; delete from stream_keys;
    delete from events where name = 'stream'; update npcs set is_live = id = 1`),
)

afterAll(() => database.drop())

const stop = (npcId = 1, why = BY_OPERATOR) =>
  inTransaction(database.db, (client) => stopStage(client, npcId, why))
const resume = (npcId = 1) => inTransaction(database.db, (client) => resumeStage(client, npcId))
const delay = (delayS: number, npcId = 1) =>
  inTransaction(database.db, (client) => setDelay(client, npcId, delayS))
const report = (session: string, state: 'live' | 'reconnecting') =>
  reportStreamState(database, { npcId: '1', session, state })
const isLive = async () => (await listNpcs(database))[0]?.is_live

async function news(): Promise<unknown[]> {
  const { rows } = await database.db.query("select data from events where name = 'stream' order by id")
  return rows.map(({ data }) => data)
}

test('a stop takes the stream off, says so once, and lets nothing that is reported make it live again', async () => {
  await report('ingest:a', 'live')
  expect(await stop()).toBe('stopped')
  expect(await findStream(database, '1')).toEqual({
    state: 'offline',
    was_published: true,
    stopped_by: 'operator',
  })
  expect(await isLive()).toBe(false)
  expect(await report('ingest:a', 'live')).toBe(false)
  expect(await report('ingest:b', 'live')).toBe(false)
  await publisherStarted(database, { npcId: '1', session: 'hook:a' })
  await publisherEnded(database, { session: 'hook:a' })
  expect((await findStream(database, '1'))?.state).toBe('offline')
  expect(await news()).toEqual([
    { npc_id: '1', state: 'live' },
    { npc_id: '1', state: 'offline', stopped_by: 'operator' },
  ])
})

test('after a resume the next publisher is live, and nothing is before', async () => {
  await report('ingest:a', 'live')
  await stop()
  expect(await resume()).toBe('resumed')
  expect(await findStream(database, '1')).toEqual({ state: 'offline', was_published: true })
  expect(await isLive()).toBe(false)
  expect(await report('ingest:b', 'live')).toBe(true)
  expect(await isLive()).toBe(true)
  expect((await news()).slice(-2)).toEqual([
    { npc_id: '1', state: 'offline' },
    { npc_id: '1', state: 'live' },
  ])
})

test('an NPC that never streamed is not live after a stop, though the pages said so', async () => {
  expect(await isLive()).toBe(true)
  await stop()
  expect(await isLive()).toBe(false)
  expect(await findStream(database, '1')).toEqual({
    state: 'offline',
    was_published: false,
    stopped_by: 'operator',
  })
})

test('of two who stop at the same moment one does, and the reason stays that of the first', async () => {
  const outcomes = await Promise.all([stop(), stop(1, { by: 'npc', note: '' })])
  expect(outcomes.toSorted()).toEqual(['stopped', 'stopped before'])
  const before = await findStop(database, '1')
  await stop(1, { by: 'npc', note: 'later' })
  expect(await findStop(database, '1')).toEqual(before)
  expect(await news()).toHaveLength(1)
})

test('what is unknown, or not stopped, is neither stopped nor resumed', async () => {
  expect(await stop(99)).toBe('unknown')
  expect(await resume(99)).toBe('unknown')
  expect(await resume()).toBe('not stopped')
  expect(await delay(5, 99)).toBe(false)
  expect(await news()).toEqual([])
})

test('a stop is of one NPC: another one streams on', async () => {
  await reportStreamState(database, { npcId: '2', session: 'ingest:b', state: 'live' })
  await stop()
  expect((await findStream(database, '2'))?.state).toBe('live')
  expect(await listStageRules(database)).toEqual([{ npcId: '1', stop: BY_OPERATOR, delayMs: 0 }])
})

test('a delay stays when the stream is stopped and resumed', async () => {
  await delay(12)
  await stop()
  await resume()
  expect(await listStageRules(database)).toEqual([{ npcId: '1', stop: undefined, delayMs: 12_000 }])
  await expect(delay(31)).rejects.toThrow('stages_delay_s_check')
})

test('the desk lists the first NPC and all that can stream, with what is known of each', async () => {
  await makeKey(database, { npcId: '2', holder: 'npc', isReplaced: false })
  await makeKey(database, { npcId: '3', holder: 'script', isReplaced: false })
  await publisherStarted(database, { npcId: '2', session: 'nginx-rtmp:7' })
  await saveHealth(database, '1', HEALTH)
  await saveProblem(database, '1', 'This is HEVC.')
  const [one, two, ...others] = await listStages(database, null)
  expect(others).toEqual([])
  expect(one).toMatchObject({ npc_id: '1', has_key: false, state: 'offline', health: HEALTH, stopped: null })
  expect(one?.problem?.sentence).toBe('This is HEVC.')
  expect(two).toMatchObject({
    npc_id: '2',
    has_key: true,
    state: 'live',
    reported_by: 'nginx-rtmp',
    health: null,
  })
  expect((await listStages(database, '2')).map(({ npc_id }) => npc_id)).toEqual(['2'])
})

test('health is forgotten after a while, and not saved for a stream that was stopped meanwhile', async () => {
  await saveHealth(database, '1', HEALTH)
  await database.db.query("update stages set health_at = now() - interval '16 s'")
  expect((await listStages(database, '1'))[0]?.health).toBeNull()
  await stop()
  await saveHealth(database, '1', HEALTH)
  expect((await listStages(database, '1'))[0]?.health).toBeNull()
})

test('pages are rendered again for a stop, a resume and a delay, not for health', async () => {
  const client = await database.db.connect()
  const notified: string[] = []
  client.on('notification', ({ payload }) => notified.push(payload ?? ''))
  await client.query('listen changes')
  const counted = async (change: () => Promise<unknown>) => {
    notified.length = 0
    await change()
    await client.query('select 1')
    return notified.includes('stages')
  }
  expect(await counted(() => stop())).toBe(true)
  expect(await counted(() => resume())).toBe(true)
  expect(await counted(() => saveHealth(database, '1', HEALTH))).toBe(false)
  expect(await counted(() => saveProblem(database, '1', 'This is HEVC.'))).toBe(false)
  expect(await counted(() => delay(3))).toBe(true)
  client.release(true)
})
