import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import { until } from '../../../../tests/support/until.ts'
import { readFixture } from '../../../../tests/support/video/flv-fixture.ts'
import { asTrack } from '../../../../tests/support/video/multitrack.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { listNpcs } from '../../npcs/npcs-store.server.ts'
import { CONFIRM_EVERY_MS } from '../state/stream-state.ts'
import { findStream } from '../state/streams-store.server.ts'
import { type Ingest, openIngest } from './ingest.server.ts'
import { makeKey } from './stream-keys.server.ts'

const WARN = 40
const recorded = readFixture('b-frames-44100')
const forNpc = { npcId: '1', holder: 'npc', isReplaced: false } as const

let database: TestDatabase
let ingests: Ingest[]
let now: number
let wallClock: number
let keyChecks: number
let reports: number
let kept: ReturnType<typeof captureLog>
const monotonic = { now: () => now }
const clock = { now: () => wallClock }
const changes = { subscribe: () => () => {} }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  now = 1_000
  wallClock = Date.parse('2026-01-01T00:00:00Z')
  keyChecks = 0
  reports = 0
  kept = captureLog()
  database = await testDatabase(inject('databaseServer'))
  ingests = []
})

afterEach(async () => {
  for (const ingest of ingests) await ingest.close()
  await database.drop()
  vi.useRealTimers()
})

type Query = TestDatabase['db']['query']

/** The database, with an action after each of its answers. */
function afterQuery(act: (name: string | undefined) => Promise<void>): TestDatabase['db'] {
  const db = Object.create(database.db) as TestDatabase['db']
  db.query = (async (...args: Parameters<Query>) => {
    const answer = await database.db.query(...args)
    await act((args[0] as { name?: string }).name)
    return answer
  }) as Query
  return db
}

function open(db = database.db): Ingest {
  const ingest = openIngest({ db, changes, clock, monotonic, log: kept.log })
  ingests.push(ingest)
  return ingest
}

function pass(ms: number): void {
  now += ms
  wallClock += ms
  vi.advanceTimersByTime(ms)
}

/** Until an ingest has reported its stream, and has checked whether its publisher may go on. */
async function passConfirmRounds(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const before = reports + keyChecks
    pass(CONFIRM_EVERY_MS)
    await until(() => reports + keyChecks > before)
  }
  expect(keyChecks).toBeGreaterThan(0)
}

async function countQueries(name: string | undefined): Promise<void> {
  if (name === 'key-owner') keyChecks += 1
  if (name === 'report-stream-state') reports += 1
}

async function publish(
  ingest: Ingest,
  key: string,
  messages: RtmpMessage[] = recorded,
  address = '203.0.113.7',
) {
  let isClosed = false
  const news: string[] = []
  const publisher = await ingest.admit(key, {
    address,
    close: () => {
      isClosed = true
    },
    onLeaveOut: (track) => news.push(`left out ${track}`),
    onState: ({ npcId, state }) => news.push(`${npcId} ${state}`),
  })
  for (const message of messages) publisher.receive(message)
  return { ...publisher, news, isClosed: () => isClosed }
}

async function newKey(): Promise<string> {
  return (await makeKey(database, forNpc)) ?? ''
}

const state = async () => (await findStream(database, '1'))?.state

async function isLive(): Promise<boolean | undefined> {
  return (await listNpcs(database))[0]?.is_live
}

async function reportedStates(): Promise<unknown[]> {
  const { rows } = await database.db.query("select data from events where name = 'stream' order by id")
  return rows.map(({ data }) => data)
}

test('a key is shown once, kept as a hash, and replaced on demand', async () => {
  const key = await newKey()
  expect(await makeKey(database, forNpc)).toBeUndefined()
  const { rows } = await database.db.query('select * from stream_keys')
  expect(JSON.stringify(rows)).not.toContain(key)
  const other = await makeKey(database, { ...forNpc, isReplaced: true })
  const ingest = open()
  await expect(publish(ingest, key)).rejects.toThrow('This stream key is not known.')
  await publish(ingest, other ?? '')
})

test.each([
  ['wrong', 'This stream key is not known. Please copy it again, or ask for a new one.'],
  ['', 'This stream key is not known. Please copy it again, or ask for a new one.'],
  ['x'.repeat(300), 'This stream key is not known. Please copy it again, or ask for a new one.'],
])('a wrong key is rejected with a sentence: %s', async (key, sentence) => {
  const ingest = open()
  await expect(ingest.admit(key, { address: undefined, close: () => {} })).rejects.toThrow(sentence)
  expect(ingest.hlsStream('1')).toBeUndefined()
  expect(await state()).toBe('offline')
  expect(await isLive()).toBe(true)
})

test('live, reconnecting, offline: each state is reported, and the NPC is live until the last', async () => {
  await database.db.query('update npcs set is_live = false')
  const ingest = open()
  const publisher = await publish(ingest, await newKey())
  await until(async () => (await state()) === 'live')
  expect(await isLive()).toBe(true)
  publisher.end()
  await until(async () => (await state()) === 'reconnecting')
  expect(await isLive()).toBe(true)
  pass(20_001)
  await until(async () => (await state()) === 'offline')
  expect(await isLive()).toBe(false)
  expect(ingest.hlsStream('1')?.epoch()?.window.isEnded()).toBe(true)
  expect(await reportedStates()).toEqual(
    ['live', 'reconnecting', 'offline'].map((each) => ({ npc_id: '1', state: each })),
  )
})

test('a publisher that is silent for three seconds is reconnecting, and live again with the next frame', async () => {
  const ingest = open()
  const publisher = await publish(ingest, await newKey())
  await until(async () => (await state()) === 'live')
  pass(3_500)
  await until(async () => (await state()) === 'reconnecting')
  for (const message of recorded) publisher.receive({ ...message, timestamp: message.timestamp + 6_100 })
  await until(async () => (await state()) === 'live')
})

test('a publisher learns from its first part on what viewers get', async () => {
  const publisher = await publish(open(), await newKey(), [])
  pass(10_000)
  expect(publisher.news).toEqual([])
  const send = (afterMs: number) => {
    for (const message of recorded) publisher.receive({ ...message, timestamp: message.timestamp + afterMs })
  }
  send(0)
  expect(publisher.news).toEqual(['1 live'])
  pass(3_500)
  expect(publisher.news).toEqual(['1 live', '1 reconnecting'])
  send(6_100)
  expect(publisher.news).toEqual(['1 live', '1 reconnecting', '1 live'])
  publisher.end()
  pass(30_000)
  expect(publisher.news).toHaveLength(3)
})

test('a publisher that takes over learns nothing of what the previous one sent', async () => {
  const ingest = open()
  const key = await newKey()
  const first = await publish(ingest, key)
  const second = await publish(ingest, key, [])
  expect(first.news).toEqual(['1 live'])
  pass(10_000)
  expect([first.news, second.news]).toEqual([['1 live'], []])
  for (const message of recorded) second.receive(message)
  expect(second.news).toEqual(['1 live'])
})

test('a quality that viewers do not get is logged, and reported to its publisher', async () => {
  const hevc = asTrack(1, recorded.slice(0, 1), 'hvc1')
  const { news } = await publish(open(), await newKey(), [...hevc, ...recorded])
  expect(news).toEqual(['left out 1', '1 live'])
  expect(kept.lines()).toContainEqual(
    expect.objectContaining({
      level: WARN,
      npcId: '1',
      track: 1,
      reason: 'It is HEVC, and viewers get H.264.',
      msg: 'a quality was left out',
    }),
  )
})

test('the newest publisher with the key wins, and nobody sees a break', async () => {
  const ingest = open()
  const key = await newKey()
  const first = await publish(ingest, key)
  await until(async () => (await state()) === 'live')
  const epoch = ingest.hlsStream('1')?.epoch()
  const second = await publish(ingest, key)
  expect(first.isClosed()).toBe(true)
  first.end()
  for (const message of recorded) first.receive(message)
  expect(ingest.hlsStream('1')?.epoch()).toBe(epoch)
  expect(second.isClosed()).toBe(false)
  await until(async () => (await reportedStates()).length === 1)
  expect(await state()).toBe('live')
})

test('a publisher that comes back and is slow to send its first frame may stay', async () => {
  const ingest = open(afterQuery(countQueries))
  const key = await newKey()
  const first = await publish(ingest, key)
  await until(async () => (await state()) === 'live')
  first.end()
  await until(async () => (await state()) === 'reconnecting')
  const second = await publish(ingest, key, [])
  keyChecks = 0
  await passConfirmRounds()
  expect(second.isClosed()).toBe(false)
  for (const message of recorded) second.receive(message)
  await until(async () => (await state()) === 'live')
})

test('a publisher that takes over while the previous one is being reported is reported, too, and stays', async () => {
  const key = await newKey()
  let takeOver = async () => {}
  const busy = afterQuery(async (name) => {
    await countQueries(name)
    if (name === 'report-stream-state' && (await state()) === 'live') await takeOver()
  })
  const ingest = open(busy)
  const taken = new Promise<Awaited<ReturnType<typeof publish>>>((resolve) => {
    takeOver = async () => {
      takeOver = async () => {}
      resolve(await publish(ingest, key))
    }
  })
  await publish(ingest, key)
  const second = await taken
  keyChecks = 0
  await passConfirmRounds()
  expect(second.isClosed()).toBe(false)
})

test('a publisher at another instance wins over the one here', async () => {
  const [here, there] = [open(), open()]
  const key = await newKey()
  const first = await publish(here, key)
  await until(async () => (await state()) === 'live')
  const second = await publish(there, key)
  await until(() => {
    pass(100)
    return first.isClosed()
  })
  first.end()
  expect(second.isClosed()).toBe(false)
})

test('a key that was replaced ends the stream that was started with it', async () => {
  const ingest = open()
  const publisher = await publish(ingest, await newKey())
  await until(async () => (await state()) === 'live')
  await makeKey(database, { ...forNpc, isReplaced: true })
  pass(CONFIRM_EVERY_MS)
  await until(() => publisher.isClosed())
})

test('a system clock that is set, forwards or back, ends no stream and hides no silence', async () => {
  const ingest = open()
  const publisher = await publish(ingest, await newKey())
  await until(async () => (await state()) === 'live')
  const later = recorded.map((message) => ({ ...message, timestamp: message.timestamp + 6_100 }))
  for (const setByMs of [3_600_000, -7_200_000]) {
    wallClock += setByMs
    pass(1_000)
    for (const message of later.splice(0, 20)) publisher.receive(message)
  }
  expect(await state()).toBe('live')
  pass(3_500)
  await until(async () => (await state()) === 'reconnecting')
})

test('ten wrong keys per minute and address are checked; a key that was valid before still is', async () => {
  const ingest = open(afterQuery(countQueries))
  const key = await newKey()
  const other = await makeKey(database, { npcId: '2', holder: 'npc', isReplaced: false })
  await publish(ingest, key, [])
  keyChecks = 0
  for (let times = 0; times < 10; times += 1)
    await expect(publish(ingest, `npc1-wrong-${times}`)).rejects.toThrow('This stream key is not known.')
  const sentence = 'Too many wrong stream keys came from this address. Please wait a minute.'
  for (const blocked of ['npc1-wrong', other ?? ''])
    await expect(publish(ingest, blocked)).rejects.toThrow(sentence)
  expect(keyChecks).toBe(10)
  await publish(ingest, key, [])
  await publish(ingest, other ?? '', [], '198.51.100.1')
  now += 60_000
  await expect(publish(ingest, 'npc1-wrong')).rejects.toThrow('This stream key is not known.')
})

test('wrong keys are logged with the address and the NPC they name, never with the key, and a flood is ten lines', async () => {
  const ingest = open()
  for (let from = 0; from < 30; from += 1)
    await expect(publish(ingest, `npc1-secret-${from}`, [], `10.0.${from}.1`)).rejects.toThrow()
  const lines = kept.lines().filter(({ level }) => level >= WARN)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toMatchObject({
    level: WARN,
    from: '10.0.0.1',
    npcId: '1',
    msg: 'a wrong stream key was rejected',
  })
  expect(JSON.stringify(kept.lines())).not.toContain('secret')
})

test('a script has keys of its own, and the key of the NPC stays valid', async () => {
  const key = await newKey()
  const script = { npcId: '1', holder: 'script', isReplaced: false } as const
  const [one, two] = [await makeKey(database, script), await makeKey(database, script)]
  for (const each of [one, two, key]) await publish(open(), each ?? '')
})

test('without the database no publisher is admitted, the current one is still shown, and its state is reported afterwards', async () => {
  const ingest = open()
  const key = await newKey()
  const publisher = await publish(ingest, key)
  await until(async () => (await state()) === 'live')
  await database.db.query('alter table streams rename to away; alter table stream_keys rename to keys_away')
  await expect(publish(ingest, key)).rejects.toThrow('Stream keys cannot be checked just now.')
  for (const message of recorded) publisher.receive({ ...message, timestamp: message.timestamp + 6_100 })
  expect(ingest.hlsStream('1')?.epoch()?.window.openNumber()).toBeGreaterThan(3)
  publisher.end()
  await database.db.query('alter table away rename to streams; alter table keys_away rename to stream_keys')
  await until(async () => (await state()) === 'reconnecting')
})
