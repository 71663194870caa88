import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import type { Db } from '../../app/platform/database/database.server.ts'
import { inTransaction } from '../../app/platform/database/in-transaction.server.ts'
import { parseTraceParent } from '../../app/platform/tracing/tracer.server.ts'
import { silentLog, type TestDatabase, testDatabase } from '../../tests/support/database/test-database.ts'
import { captureLog } from '../../tests/support/site/captured-log.ts'
import { startServer, type TestServer } from '../../tests/support/start-server.ts'
import { until } from '../../tests/support/until.ts'
import { openTracing, type Tracing } from './open-tracing.ts'

const OUTSIDE = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status?: { code: number }
}

let database: TestDatabase
let db: Db
let collector: TestServer
let spans: ReceivedSpan[]
let services: Attribute[]
let tracing: Tracing
let app: FastifyInstance

beforeEach(async () => {
  spans = []
  database = await testDatabase(inject('databaseServer'))
  db = database.db
  collector = await startCollector()
  tracing = openTracing({ endpoint: collector.url, log: silentLog, everyMs: 10 })
  tracing.traceDatabase(db)
  app = Fastify()
  tracing.traceRequests(app)
})

afterEach(async () => {
  await app.close()
  await tracing.close()
  collector.close()
  await database.drop()
})

/** As small as a collector can be. */
function startCollector(port = 0): Promise<TestServer> {
  return startServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
    expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
    services = resourceSpans[0].resource.attributes
    spans.push(...resourceSpans[0].scopeSpans[0].spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }, port)
}

async function received(count: number): Promise<ReceivedSpan[]> {
  await until(() => spans.length >= count)
  return spans
}

const attribute = (span: ReceivedSpan | undefined, name: string) =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0]

test('a request, its statements and its calls to others are one trace', async () => {
  const other = await startServer((_request, response) => response.writeHead(204).end())
  onTestFinished(() => other.close())
  app.get('/npcs/:id', async () => {
    await db.query({ name: 'npc-ids', text: 'select id from npcs' })
    await inTransaction(db, (client) => client.query('update npcs set name = name'))
    await fetch(`${other.url}/secret-key`)
    return 'done'
  })
  const traceparent = `00-${OUTSIDE.traceId}-${OUTSIDE.spanId}-01`
  await app.inject({ url: '/npcs/1?token=secret', headers: { traceparent } })
  await received(6)
  const [root] = spans.filter(({ kind }) => kind === 2)
  expect(root).toMatchObject({
    ...OUTSIDE,
    spanId: root?.spanId,
    parentSpanId: OUTSIDE.spanId,
    name: 'GET /npcs/:id',
  })
  expect(attribute(root, 'http.route')).toBe('/npcs/:id')
  expect(attribute(root, 'http.response.status_code')).toBe('200')
  const children = spans.filter(({ kind }) => kind === 3)
  expect(children.map(({ name }) => name)).toEqual(['npc-ids', 'begin', 'update', 'commit', 'GET'])
  for (const { traceId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of children) {
    expect({ traceId, parentSpanId }).toEqual({ traceId: OUTSIDE.traceId, parentSpanId: root?.spanId })
    expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root?.startTimeUnixNano ?? 0))
    expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root?.endTimeUnixNano ?? 0))
  }
  expect(Math.abs(Number(root?.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
  expect(JSON.stringify(spans)).not.toContain('secret')
  expect(services).toContainEqual({ key: 'service.name', value: { stringValue: 'npc-stream' } })
})

test('requests that wait for the same connections keep their own statements', async () => {
  app.get('/:id', async () => {
    await inTransaction(db, (client) => client.query('select pg_sleep(0.01)'))
    await db.query('select 1')
    return 'done'
  })
  await Promise.all(Array.from({ length: 40 }, (_, id) => app.inject(`/${id}`)))
  await received(40 * 5)
  const perTrace = Map.groupBy(spans, ({ traceId }) => traceId)
  expect(perTrace.size).toBe(40)
  for (const [, ofOne] of perTrace)
    expect(ofOne.map(({ name }) => name).toSorted()).toEqual([
      'GET /:id',
      'begin',
      'commit',
      'select',
      'select',
    ])
})

test('what fails is marked', async () => {
  app.get('/broken', async () => {
    await db.query('select * from nothing').catch(() => {})
    throw new Error('on purpose')
  })
  await app.inject('/broken')
  const [statement, request] = await received(2)
  expect(statement).toMatchObject({ name: 'select', status: { code: 2 } })
  expect(attribute(statement, 'error.type')).toBe('42P01')
  expect(request).toMatchObject({ status: { code: 2 } })
  expect(attribute(request, 'error.type')).toBe('500')
})

test('statements of no request are not traced', async () => {
  await db.query('select 1')
  app.get('/', async () => 'done')
  await app.inject('/')
  await received(1)
  expect(spans.map(({ name }) => name)).toEqual(['GET /'])
})

test('without its collector the site goes on, logs once, and sends again when it is back', async () => {
  const kept = captureLog()
  const { port } = collector
  collector.close()
  const lost = openTracing({ endpoint: `http://127.0.0.1:${port}`, log: kept.log, everyMs: 10 })
  onTestFinished(() => lost.close())
  const site = Fastify()
  onTestFinished(() => site.close())
  lost.traceRequests(site)
  site.get('/', async () => 'done')
  for (let asked = 0; asked < 20; asked += 1) expect((await site.inject('/')).body).toBe('done')
  await until(() => kept.lines().length > 0)
  for (let asked = 0; asked < 20; asked += 1) await site.inject('/')
  expect(kept.lines()).toMatchObject([{ msg: expect.stringContaining('traces cannot be sent') }])
  collector = await startCollector(port)
  await until(async () => {
    await site.inject('/')
    return spans.length > 0
  })
  await until(() => kept.lines().length === 2)
  expect(kept.lines()[1]).toMatchObject({ msg: 'traces are sent again' })
})

test.each([
  undefined,
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-${OUTSIDE.spanId}-01`,
  `00-${OUTSIDE.traceId}-${'0'.repeat(16)}-01`,
  `ff-${OUTSIDE.traceId}-${OUTSIDE.spanId}-01`,
])('%j is no traceparent', (header) => {
  expect(parseTraceParent(header)).toBeUndefined()
})
