import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createHlsStream } from '../../app/features/live/ingest/hls-stream.server.ts'
import { receiveStream } from '../../app/features/live/ingest/receive-stream.server.ts'
import { collectLive } from '../../app/features/live/live-metrics.server.ts'
import { silentLog, type TestDatabase, testDatabase } from '../../tests/support/database/test-database.ts'
import { parseMetrics } from '../../tests/support/metrics/parse-metrics.ts'
import { sendPlain } from '../../tests/support/site/plain-request.ts'
import { noChanges, resourcesWith } from '../../tests/support/site/site-resources.ts'
import { readFixture } from '../../tests/support/video/flv-fixture.ts'
import { ingestOf } from '../../tests/support/video/ingest-of.ts'
import { createApp } from '../app.ts'
import { readEnvironment } from '../environment.ts'
import { openMetrics } from './open-metrics.ts'

const OPEN_METRICS = { accept: 'application/openmetrics-text; version=1.0.0' }
const REQUESTS = 'npc_stream_http_requests_total'

let database: TestDatabase
let app: FastifyInstance
let metrics: NonNullable<ReturnType<typeof openMetrics>>
let address: string
const clock = { now: () => 1_000_000 }
const hls = createHlsStream(clock, () => {})

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  // While it listens for changes, a site keeps its pages, however long a test takes.
  const changes = { ...noChanges, isListening: () => true }
  const resources = resourcesWith({ db: database.db, changes, ingest: ingestOf(hls), log: silentLog })
  const collectors = { live: () => collectLive(resources) }
  metrics = openMetrics(readEnvironment({ METRICS_PORT: '0' }), collectors) as typeof metrics
  app = await createApp(resources, readEnvironment({}), metrics)
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = await metrics.listen()
})

afterEach(async () => {
  metrics.close()
  await app.close()
  await database.drop()
})

async function scrape() {
  const response = await fetch(address, { headers: OPEN_METRICS })
  return parseMetrics(await response.text())
}

const send = (method: string, path: string, headers = {}) => sendPlain(app, method, path, headers)

test('without METRICS_PORT nothing is measured', () => {
  expect(openMetrics(readEnvironment({}), {})).toBeUndefined()
})

test('requests are counted by route and status, whether the framework answered or the socket', async () => {
  await send('GET', '/onboarding')
  const before = await scrape()
  const first = before.value(REQUESTS, { route: '/*', method: 'GET', status: '200' })
  const { headers } = await send('GET', '/onboarding')
  await send('GET', '/onboarding', { 'if-none-match': headers.etag })
  await send('PUT', '/api/npcs/1/vote')
  await send('GET', '/api/npcs')
  await send('DELETE', '/nowhere')
  const after = await scrape()
  const count = (route: string, method: string, status: string) =>
    after.value(REQUESTS, { route, method, status })
  expect(first).toBe(1)
  expect(count('/*', 'GET', '200')).toBe(2)
  expect(count('/*', 'GET', '304')).toBe(1)
  expect(count('/api/npcs/:id/vote', 'PUT', '400')).toBe(1)
  expect(count('/api/npcs', 'GET', '200')).toBe(1)
  expect(count('unknown', 'DELETE', '405')).toBe(1)
  const seconds = 'npc_stream_http_request_duration_seconds'
  expect(after.value(`${seconds}_count`, { route: '/api/npcs' })).toBe(1)
  expect(after.value(`${seconds}_bucket`, { route: '/api/npcs', le: '+Inf' })).toBe(1)
  // The first page came from the framework, the others from the socket.
  expect(after.value(`${seconds}_count`, { route: '/*' })).toBe(1)
  expect(after.value('npc_stream_page_renderings_total')).toBe(1)
  expect(after.value('npc_stream_page_cache_hits_total')).toBe(2)
})

test('readers of events are counted while they read', async () => {
  const { port } = app.server.address() as AddressInfo
  const reader = connect(port, '127.0.0.1')
  reader.write('GET /api/events HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => reader.once('data', resolve))
  const during = await scrape()
  expect(during.value('npc_stream_event_readers')).toBe(1)
  expect(during.value(REQUESTS, { route: '/api/events', status: '200' })).toBe(1)
  reader.destroy()
  await expect.poll(async () => (await scrape()).value('npc_stream_event_readers')).toBe(0)
})

test('a playlist that waits for the next part counts as a player, at an NPC that is live', async () => {
  const receiver = receiveStream(hls, clock)
  for (const message of readFixture('b-frames-44100')) receiver.receive(message)
  const epoch = hls.epoch()?.id
  await send('GET', `/live/1/${epoch}/media.m3u8?_HLS_msn=0`)
  // The framework answers what comes from an unknown proxy.
  await send('GET', `/live/1/${epoch}/media.m3u8?_HLS_msn=0&_HLS_part=0`, { 'x-forwarded-for': '1.2.3.4' })
  await send('GET', `/live/1/${epoch}/media.m3u8`)
  await send('GET', `/live/77/${epoch}/media.m3u8?_HLS_msn=0`)
  const after = await scrape()
  expect(after.labelsOf('npc_stream_live_playlists_total')).toEqual([{ npc: '1' }])
  expect(after.value('npc_stream_live_playlists_total')).toBe(2)
  expect(after.value(REQUESTS, { route: '/live/*', status: '200' })).toBe(3)
})

test('strangers can neither add series nor break the format', async () => {
  await send('GET', '/')
  await send('GET', '/nowhere')
  await send('GET', '/api/nowhere')
  await send('POST', '/api/verify-solana-tx')
  const before = (await scrape()).labelsOf(REQUESTS)
  for (const path of [
    '/"}%20evil_total%201',
    '/a\\b',
    '/%0Aevil',
    '/api/%22%0A',
    `/${'x'.repeat(500)}`,
    '/live',
  ])
    await send('GET', path)
  const after = await scrape()
  expect(after.labelsOf(REQUESTS)).toEqual(before)
  expect([...after.types.keys()].filter((name) => name.includes('evil'))).toEqual([])
})

test('who does not ask for OpenMetrics gets the older format', async () => {
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const older = parseMetrics(await response.text(), 'text')
  const newer = await fetch(address, { headers: OPEN_METRICS })
  expect(newer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
  expect([...parseMetrics(await newer.text()).types]).toEqual([...older.types])
})

test('the process reports its memory, its CPU time and how late it is', async () => {
  const values = await scrape()
  expect(values.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(values.value('process_cpu_seconds_total')).toBeGreaterThan(0)
  await expect
    .poll(async () => (await scrape()).value('npc_stream_event_loop_delay_seconds_count'))
    .toBeGreaterThan(0)
})

test('the public listener has no metrics, and the listener of the metrics nothing else', async () => {
  expect((await send('GET', '/metrics')).status).toBe(404)
  const root = address.replace('/metrics', '')
  expect((await fetch(`${root}/api/npcs`)).status).toBe(404)
  expect((await fetch(`${root}/`)).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
})

test('bytes that are no request do not disturb it', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.end('\x00\xff nonsense\r\n\r\n')
  expect(await text(socket)).toContain('400')
  expect((await scrape()).types.size).toBeGreaterThan(10)
})
