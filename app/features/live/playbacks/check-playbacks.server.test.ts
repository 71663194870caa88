import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import {
  pruneStreamPublishers,
  publisherEnded,
  publisherStarted,
} from '../hooks/stream-publishers-store.server.ts'
import { expireStreams, findStream, reportStreamState } from '../state/streams-store.server.ts'
import { CHECK_EVERY_MS, checkPlaybacks } from './check-playbacks.server.ts'

const WARN = 40
let database: TestDatabase
let server: Server
let address: string
let answer: RequestListener
let asked: string[]
let now: number
let kept: ReturnType<typeof captureLog>

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

beforeEach(async () => {
  await database.db.query('delete from streams; delete from stream_publishers; delete from playback_checks')
  now = Date.parse('2026-01-01T00:00:00Z')
  asked = []
  kept = captureLog()
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

afterAll(() => database.drop())

const state = async () => (await findStream(database, '1'))?.state
const begin = (session = 'mediamtx:a') => publisherStarted(database, { npcId: '1', session })

/** One round of polls, `CHECK_EVERY_MS` after the last. */
async function check(kind: 'hls' | 'whep' = 'hls', path = '/npc1.m3u8') {
  now += CHECK_EVERY_MS
  const playbacks = [{ npcId: '1', kind, url: address + path }]
  await checkPlaybacks({ db: database.db, clock: { now: () => now }, log: kept.log, playbacks })
}

/** A playlist, as nginx-rtmp writes it. */
function serve(sequence: number, path = '/npc1.m3u8'): void {
  answer = ({ url }, response) => {
    response.statusCode = url === path ? 200 : 404
    response.end(
      url === path
        ? `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${sequence}\n#EXTINF:2.0,\nnpc1-${sequence}.ts\n#EXTINF:2.0,\nnpc1-${sequence + 1}.ts\n`
        : '',
    )
  }
}

const die: RequestListener = (request) => request.destroy()

test('a media server that dies silently: interrupted after four polls, offline after the grace, and logged once', async () => {
  await begin()
  for (const sequence of [1, 9, 17]) {
    serve(sequence)
    await check()
  }
  expect(await state()).toBe('live')
  answer = die
  for (let misses = 1; misses <= 3; misses += 1) await check()
  expect(await state()).toBe('live')
  await check()
  expect(await state()).toBe('reconnecting')
  await database.db.query("update streams set seen_at = seen_at - interval '21 s'")
  await expireStreams(database, 10_000, 20_000)
  expect(await state()).toBe('offline')
  for (let misses = 1; misses <= 9; misses += 1) await check()
  expect(await state()).toBe('offline')
  expect(kept.lines()).toMatchObject([
    {
      level: WARN,
      npcId: '1',
      msg: 'no new video comes from the playback address; the stream counts as interrupted',
    },
  ])
})

test('a playlist that stands still counts as no video, and one that moves again is live again', async () => {
  await begin()
  serve(5)
  for (let polls = 0; polls <= 4; polls += 1) await check()
  expect(await state()).toBe('reconnecting')
  serve(6)
  await check()
  expect(await state()).toBe('live')
  const { rows } = await database.db.query("select seen_at = 'infinity' as lasts from streams")
  expect(rows).toEqual([{ lasts: true }])
  expect(kept.lines().map(({ msg }) => msg)).toEqual([
    'no new video comes from the playback address; the stream counts as interrupted',
    'new video comes from the playback address; the stream is live again',
  ])
})

test('a new call brings the stream back at once, and it has four polls again', async () => {
  await begin()
  answer = die
  for (let polls = 0; polls < 4; polls += 1) await check()
  expect(await state()).toBe('reconnecting')
  await begin('mediamtx:b')
  expect(await state()).toBe('live')
  for (let polls = 0; polls < 3; polls += 1) await check()
  expect(await state()).toBe('live')
})

test('video that goes on after a reported end does not bring the stream back, nor is it polled', async () => {
  await begin()
  serve(1)
  await check()
  await publisherEnded(database, { session: 'mediamtx:a', at: new Date(Date.now() + 60_000) })
  expect(await state()).toBe('reconnecting')
  asked = []
  serve(2)
  await check()
  expect(await state()).toBe('reconnecting')
  expect(asked).toEqual([])
})

test("a stream of the site's own ingest is not polled", async () => {
  await reportStreamState(database, { npcId: '1', session: 'ingest:a', state: 'live' })
  await check()
  expect(asked).toEqual([])
})

test('of several instances one polls per interval', async () => {
  await begin()
  serve(1)
  await check()
  const playbacks = [{ npcId: '1', kind: 'hls' as const, url: `${address}/npc1.m3u8` }]
  const others = { db: database.db, clock: { now: () => now + 500 }, log: kept.log, playbacks }
  await Promise.all([checkPlaybacks(others), checkPlaybacks(others)])
  expect(asked).toHaveLength(1)
})

test('of several qualities the first has to move', async () => {
  await begin()
  let sequence = 1
  answer = ({ url }, response) => {
    const playlist = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-PART:DURATION=0.3,URI="1.${sequence}.m4s"\n`
    if (url === '/live/index.m3u8') response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/media.m3u8\n')
    else response.end(playlist)
  }
  await check('hls', '/live/index.m3u8')
  for (let polls = 0; polls < 5; polls += 1) {
    sequence += 1
    await check('hls', '/live/index.m3u8')
  }
  expect(await state()).toBe('live')
  expect(asked.slice(-2)).toEqual(['GET /live/index.m3u8', 'GET /live/low/media.m3u8'])
  for (let polls = 0; polls < 4; polls += 1) await check('hls', '/live/index.m3u8')
  expect(await state()).toBe('reconnecting')
})

test.each([
  ['a redirect to another host', { status: 302, location: 'http://localhost:1/npc1.m3u8' }, 'reconnecting'],
  ['a redirect to itself', { status: 302, location: '/npc1.m3u8' }, 'reconnecting'],
  ['far too much', { status: 200, body: '#EXTM3U\n'.padEnd(300 * 1024, 'x') }, 'reconnecting'],
  ['an error', { status: 500 }, 'reconnecting'],
  [
    'qualities at another host, which are not polled',
    { status: 200, body: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://localhost:1/a.m3u8\n' },
    'live',
  ],
] as const)('%s: after four polls the stream is %s', async (_, given, expected) => {
  await begin()
  answer = (_request, response) => {
    const { location, body } = given as { location?: string; body?: string }
    response.writeHead(given.status, location ? { location } : {})
    response.end(body)
  }
  for (let polls = 0; polls < 4; polls += 1) await check()
  expect(await state()).toBe(expected)
})

test('WHEP: a server is alive as long as it answers', async () => {
  await begin()
  answer = (_request, response) => response.writeHead(204).end()
  for (let polls = 0; polls < 5; polls += 1) await check('whep', '/npc1/whep')
  expect(await state()).toBe('live')
  expect(new Set(asked)).toEqual(new Set(['OPTIONS /npc1/whep']))
  answer = die
  for (let polls = 0; polls < 4; polls += 1) await check('whep', '/npc1/whep')
  expect(await state()).toBe('reconnecting')
})

test('old publishers are deleted two days after their end or 30 days after a start without an end, but not on air', async () => {
  for (const [session, started, ended] of [
    ['ended long ago', '9 days', '3 days'],
    ['ended lately', '9 days', '1 day'],
    ['lost', '31 days', undefined],
    ['open', '29 days', undefined],
    ['on air', '90 days', undefined],
  ])
    await database.db.query(
      `insert into stream_publishers values ($1, 1, now() - $2::interval, now() - $3::interval)`,
      [session, started, ended],
    )
  await reportStreamState(database, { npcId: '1', session: 'on air', state: 'live' })
  expect(await pruneStreamPublishers({ ...database, limit: 1_000 })).toBe(2)
  expect(await pruneStreamPublishers({ ...database, limit: 1_000 })).toBe(0)
  const { rows } = await database.db.query('select session from stream_publishers order by session')
  expect(rows.map(({ session }) => session)).toEqual(['ended lately', 'on air', 'open'])
})
