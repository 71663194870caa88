import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import {
  silentLog,
  type TestDatabase,
  testDatabase,
} from '../../../../tests/support/database/test-database.ts'
import { until } from '../../../../tests/support/until.ts'
import { readFixture } from '../../../../tests/support/video/flv-fixture.ts'
import { publish as publishByRtmp } from '../../../../tests/support/video/rtmp-publisher.ts'
import { monotonicClock, systemClock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import { type Changes, watchChanges } from '../../../platform/database/watch-changes.server.ts'
import { createRtmpServer } from '../../../platform/rtmp/rtmp-server.server.ts'
import { createLiveFiles } from '../live-files.server.ts'
import { resumeStage, type StageStop, stopStage } from '../stage/stages-store.server.ts'
import { findStream } from '../state/streams-store.server.ts'
import { type Ingest, openIngest } from './ingest.server.ts'
import { makeKey } from './stream-keys.server.ts'

const recorded = readFixture('b-frames-44100')
const SENTENCE = 'This stream was stopped by the operators. Please call us. Only an operator can resume it.'
const BY_OPERATOR: StageStop = { by: 'operator', note: 'Please call us.' }

let database: TestDatabase
let changes: Changes
let opened: { close(): unknown }[]

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  await until(changes.isListening)
  opened = []
})

afterEach(async () => {
  for (const each of opened.reverse()) await each.close()
  await changes.close()
  await database.drop()
})

function open(subscribed: Pick<Changes, 'subscribe'> = changes, db = database.db): Ingest {
  const ingest = openIngest({
    db,
    changes: subscribed,
    clock: systemClock,
    monotonic: monotonicClock,
    log: silentLog,
  })
  opened.push(ingest)
  return ingest
}

function filesOf(ingest: Ingest) {
  return createLiveFiles({ ingest, clock: systemClock, publicUrl: 'https://npc.example', embedOrigins: [] })
}

const stop = (why = BY_OPERATOR) => inTransaction(database.db, (client) => stopStage(client, 1, why))
const resume = () => inTransaction(database.db, (client) => resumeStage(client, 1))
const newKey = async (holder: 'npc' | 'script' = 'npc') =>
  (await makeKey(database, { npcId: '1', holder, isReplaced: false })) ?? ''

async function publish(ingest: Ingest, key: string) {
  let reason: string | undefined
  let isClosed = false
  const publisher = await ingest.admit(key, {
    address: '203.0.113.7',
    close(why) {
      reason = why?.message
      isClosed = true
    },
  })
  for (const message of recorded) publisher.receive(message)
  return { ...publisher, reason: () => reason, isClosed: () => isClosed }
}

/** The status, or 200. */
const statusOf = (found: Promise<unknown>) =>
  found.then(
    () => 200,
    (problem: { statusCode: number }) => problem.statusCode,
  )

test('a stop ends a stream by its notification alone: the publisher gets the reason, and every file is gone, also one waited for', async () => {
  const ingest = open()
  const files = filesOf(ingest)
  const publisher = await publish(ingest, await newKey())
  await until(async () => (await findStream(database, '1'))?.state === 'live')
  const epoch = ingest.hlsStream('1')?.epoch()
  const renditions = [...(epoch?.windows() ?? [])]
  expect(renditions.length).toBeGreaterThan(1)
  const openNumber = epoch?.window.openNumber() ?? 0
  const names = ['media.m3u8', 'init.mp4', `${openNumber - 1}.m4s`, `${openNumber - 1}.0.m4s`]
  const every = [
    { npcId: '1', epoch: undefined, name: 'index.m3u8' },
    { npcId: '1', epoch: undefined, name: 'still.mp4' },
    ...renditions.flatMap(([id]) => names.map((name) => ({ npcId: '1', epoch: id, name }))),
  ]
  for (const file of every) expect([file, await statusOf(files.find(file, {}))]).toEqual([file, 200])
  const waiting = [
    files.find({ npcId: '1', epoch: epoch?.id, name: 'media.m3u8' }, { _HLS_msn: String(openNumber + 1) }),
    files.find({ npcId: '1', epoch: epoch?.id, name: `${openNumber + 1}.0.m4s` }, {}),
  ].map(statusOf)
  const stopsBefore = files.stops()
  await stop()
  await until(publisher.isClosed)
  expect(publisher.reason()).toBe(SENTENCE)
  expect(await Promise.all(waiting)).toEqual([404, 404])
  for (const file of every) expect([file, await statusOf(files.find(file, {}))]).toEqual([file, 404])
  expect(files.stops()).toBe(stopsBefore + 1)
  for (const message of recorded) publisher.receive(message)
  publisher.end()
  expect(ingest.hlsStream('1')).toBeUndefined()
})

test('every key of the NPC is rejected with the sentence until a resume, and those of others are not', async () => {
  const ingest = open()
  const keys = [await newKey(), await newKey('script')]
  const other = await makeKey(database, { npcId: '2', holder: 'npc', isReplaced: false })
  await stop()
  for (const key of keys) await expect(publish(ingest, key)).rejects.toThrow(SENTENCE)
  await publish(ingest, other ?? '')
  await resume()
  await publish(ingest, keys[0] ?? '')
  await until(async () => (await findStream(database, '1'))?.state === 'live')
})

test('an instance that starts while the stream is stopped admits nobody', async () => {
  await stop({ by: 'npc', note: '' })
  await expect(publish(open(), await newKey())).rejects.toThrow(
    'This stream was stopped at the desk. Only an operator can resume it.',
  )
})

test('a publisher that is admitted in the moment of the stop is dismissed', async () => {
  const ingest = open()
  const key = await newKey()
  const admitted = await Promise.allSettled([publish(ingest, key), stop(), publish(ingest, key)])
  await until(() => ingest.hlsStream('1') === undefined)
  for (const outcome of admitted)
    if (outcome.status === 'fulfilled' && typeof outcome.value !== 'string') {
      const { isClosed } = outcome.value
      await until(isClosed)
    }
  expect((await findStream(database, '1'))?.state).toBe('offline')
})

test('without notifications the stop is noticed with the next confirmation', async () => {
  const ingest = open({ subscribe: () => () => {} })
  const publisher = await publish(ingest, await newKey())
  await until(async () => (await findStream(database, '1'))?.state === 'live')
  await stop()
  await until(publisher.isClosed)
  expect(publisher.reason()).toBe(SENTENCE)
  expect(ingest.hlsStream('1')).toBeUndefined()
})

test('a stop of another NPC leaves the stream alone', async () => {
  const ingest = open()
  const publisher = await publish(ingest, await newKey())
  await inTransaction(database.db, (client) => stopStage(client, 2, BY_OPERATOR))
  const other = await makeKey(database, { npcId: '2', holder: 'npc', isReplaced: false })
  await expect(publish(ingest, other ?? '')).rejects.toThrow(SENTENCE)
  expect(publisher.isClosed()).toBe(false)
  expect(ingest.hlsStream('1')?.epoch()).toBeDefined()
})

test('over RTMP the encoder gets the sentence, on air and when it comes back', async () => {
  const ingest = open()
  const server: Server = createRtmpServer({
    admit: ({ key }, connection) => ingest.admit(key, connection),
    pending: ingest.pending,
    onTrouble: (error) => expect(error).toBeUndefined(),
  })
  opened.push(server, { close: () => client.socket.destroy() })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const key = await newKey()
  const client = await publishByRtmp(port, 'live', key)
  for (const message of recorded) client.send(message)
  await until(() => ingest.hlsStream('1')?.epoch() !== undefined)
  const closed = once(client.socket, 'close')
  await stop()
  await closed
  expect(client.answers.at(-1)?.[3]).toMatchObject({
    code: 'NetStream.Publish.Denied',
    description: SENTENCE,
  })
  const { status } = await publishByRtmp(port, 'live', key)
  expect(status).toMatchObject({ code: 'NetStream.Publish.Denied', description: SENTENCE })
})
