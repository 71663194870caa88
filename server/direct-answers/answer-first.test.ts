import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../app/platform/clock.ts'
import { silentLog } from '../../tests/support/database/test-database.ts'
import { sendPlain, withoutTransport } from '../../tests/support/site/plain-request.ts'
import { servePages } from '../pages/serve-pages.ts'
import { addHeaders } from '../plugins/add-headers.ts'
import { handleErrors } from '../plugins/handle-errors.ts'
import { type Connections, limitConnections } from '../plugins/limit-connections.ts'
import { answerFirst } from './answer-first.ts'

const PROXY = '127.0.0.1'

let app: FastifyInstance
let seenByFramework: number

/** A site with one page, behind a proxy on this machine or on its own. */
async function open(trustProxy: string[], more: Partial<Connections> = {}): Promise<void> {
  app = Fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false })
  app.addHook('onRequest', async () => {
    seenByFramework += 1
  })
  const connections = { ...limitConnections(app, { trustProxy }), ...more }
  handleErrors(app)
  addHeaders(app)
  const pages = servePages(app, {
    build: {
      isDevelopment: false,
      inline: { scripts: [], styles: [] },
      pages: new Map([['/', {}]]),
      render: async ({ language }) => ({
        status: 200,
        html: `<p>${language}</p>`.repeat(200),
        isComplete: true,
      }),
    },
    changes: {
      touch: () => {},
      subscribe: () => () => {},
      version: () => 0,
      isListening: () => true,
      close: async () => {},
    },
    clock: systemClock,
    log: silentLog,
    playbacks: [],
    embedOrigins: [],
  })
  answerFirst(app, connections, [pages.answer])
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const cookie of ['', 'lang=de']) await app.inject({ url: '/', headers: { cookie } })
  seenByFramework = 0
}

const send = (method: string, path: string, headers: OutgoingHttpHeaders | string[] = {}) =>
  sendPlain(app, method, path, headers)

beforeEach(() => {
  seenByFramework = 0
})

afterEach(() => app.close())

test.each([
  [{}],
  [{ 'accept-encoding': 'gzip, br' }],
  [{ 'accept-encoding': 'gzip' }],
  [{ cookie: 'lang=de' }],
])('a request with %o is answered before the framework, and as it would answer', async (headers) => {
  await open([])
  const first = await send('GET', '/', headers)
  expect(seenByFramework).toBe(0)
  // A query is left to the framework.
  const { date: _, ...framework } = (await send('GET', '/?', headers)).headers
  expect(seenByFramework).toBe(1)
  expect(first.headers).toEqual({ date: first.headers.date, ...framework })
  expect(Math.abs(Date.parse(first.headers.date) - Date.now())).toBeLessThan(60_000)
  const { rawPayload } = await app.inject({ url: '/', headers })
  expect(first.body.equals(rawPayload)).toBe(true)
})

test('a browser that already has the page gets 304', async () => {
  await open([])
  const { headers } = await send('GET', '/')
  const again = await send('GET', '/', { 'if-none-match': headers.etag })
  expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag } })
  expect(again.body).toHaveLength(0)
  expect(seenByFramework).toBe(0)
})

test.each([
  ['another path', 'GET', '/elsewhere', {}, 200],
  ['a query', 'GET', '/?a=b', {}, 200],
  ['another method', 'POST', '/', {}, 405],
  ['HEAD', 'HEAD', '/', {}, 200],
  ['a body', 'GET', '/', { 'content-length': '0' }, 200],
  ['two hosts', 'GET', '/', ['host', 'one', 'host', 'two'], 400],
  ['a proxy that the site does not know', 'GET', '/', { 'x-forwarded-for': '192.0.2.1' }, 200],
  ['a claim of TLS by a stranger', 'GET', '/', { 'x-forwarded-proto': 'https' }, 200],
] as const)('%s is left to the framework', async (_what, method, path, headers, status) => {
  await open([])
  const answer = await send(method, path, headers as OutgoingHttpHeaders | string[])
  expect(answer.status).toBe(status)
  expect(answer.headers['strict-transport-security']).toBeUndefined()
  expect(seenByFramework).toBe(1)
})

test.each([
  ['https', true],
  ['http', false],
  ['https, http', false],
])('behind a proxy that says %s, strict transport is %s', async (protocol, isStrict) => {
  await open([PROXY])
  const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': protocol }
  const answer = await send('GET', '/', headers)
  expect('strict-transport-security' in answer.headers).toBe(isStrict)
  expect(seenByFramework).toBe(0)
  const framework = await app.inject({ url: '/', headers, remoteAddress: PROXY })
  expect(withoutTransport(answer.headers)).toEqual(withoutTransport(framework.headers as IncomingHttpHeaders))
})

test('a rejected connection is left to the framework', async () => {
  await open([], { isRejected: () => true })
  await send('GET', '/')
  expect(seenByFramework).toBe(1)
})
