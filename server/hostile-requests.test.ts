import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { PUBLISH_PATH } from '../app/features/live/go-live/contract.ts'
import { type Changes, watchChanges } from '../app/platform/database/watch-changes.server.ts'
import { connectionCount } from '../tests/support/connection-count.ts'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { resourcesWith } from '../tests/support/site/site-resources.ts'
import { until } from '../tests/support/until.ts'
import { createApp } from './app.ts'
import { readEnvironment } from './environment.ts'

let database: TestDatabase
let changes: Changes
let app: FastifyInstance
let port: number
const lines: string[] = []

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  app = await createApp(resourcesWith({ db: database.db, changes, log }), readEnvironment({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})

afterEach(() => {
  lines.length = 0
})

afterAll(async () => {
  await app.close()
  await changes.close()
  await database.drop()
})

function faults(): unknown[] {
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
}

/** Sends the bytes as they are; what comes back until the server or the answer ends. */
async function send(bytes: string | Buffer): Promise<{ status: number; head: string; text: string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  await once(socket, 'close')
  return { status: Number(text.split(' ', 2)[1]), head: text.split('\r\n\r\n', 1)[0] ?? '', text }
}

function target(method: string, path: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
}

const BROKEN = [
  '%',
  '%0',
  '%zz',
  '%00',
  '%E0%A4%A',
  '%E0%A4',
  '%C0%AF',
  '%FF%FE',
  '%ED%A0%80',
  '%F8%88%80%80%80',
]
const PLACES = [
  '/',
  '/npc1',
  '/npc1/',
  '/_',
  '/assets/',
  '/live/',
  '/live/1/',
  '/api/',
  '/api/npcs/',
  '/api/messages/',
  '/api/donation-intents/',
]

/** The targets that a test lists beside the status they got, so that a failure names them all. */
async function statuses(requests: string[]): Promise<[string, number][]> {
  const got: [string, number][] = []
  for (const request of requests) got.push([request.slice(0, 200), (await send(request)).status])
  return got
}

const isFaultOfCaller = ([, status]: [string, number]) => status >= 400 && status < 500

test.each(PLACES)('an undecodable path under %s is 4xx', async (place) => {
  const paths = BROKEN.flatMap((broken) => [
    `${place}${broken}`,
    `${place}${broken}/vote`,
    `${place}x?${broken}=${broken}`,
  ])
  const got = await statuses(paths.map((path) => target('GET', path)))
  expect(got.filter((one) => !isFaultOfCaller(one))).toEqual([])
  expect(faults()).toEqual([])
})

test.each(PLACES)('a fragment after %s changes nothing', async (place) => {
  const { status } = await send(target('GET', place))
  const got = await statuses(BROKEN.map((broken) => target('GET', `${place}#${broken}`)))
  expect(new Set(got.map(([, each]) => each))).toEqual(new Set([status]))
  expect(faults()).toEqual([])
})

test.each([
  ['two slashes', target('GET', '//')],
  ['a host in the path', target('GET', '//evil.example/%2e%2e')],
  ['backslashes', target('GET', '/\\..\\..\\etc\\passwd')],
  ['an absolute address of nothing', target('GET', 'http://localhost/nope')],
  ['an absolute address with a broken host', target('GET', 'http://[/nope')],
  ['an authority', target('CONNECT', 'evil.example:443')],
  ['a star', target('OPTIONS', '*')],
  ['a star to read', target('GET', '*')],
  ['options of a page', target('OPTIONS', '/')],
  ['options of the API', target('OPTIONS', '/api/npcs/1/vote')],
  ['trace', target('TRACE', '/')],
  ['a method that is none', target('BREW', '/')],
  ['no slash', target('GET', 'npc1')],
  ['a path of 15,000 bytes', target('GET', `/${'a'.repeat(15_000)}`)],
  ['an NPC of 15,000 bytes', target('GET', `/api/npcs/${'9'.repeat(15_000)}/donations`)],
  ['a path of 20,000 bytes', target('GET', `/${'a'.repeat(20_000)}`)],
  ['bytes that are no ASCII', target('GET', '/\xff\xfe\x80')],
  ['a NUL', target('GET', '/a\0b')],
  ['a path out of the site', target('GET', '/../../etc/passwd')],
  ['a language that is none', target('GET', '/api/messages/__proto__')],
  ['an NPC that is none', target('GET', '/api/npcs/constructor/donations')],
  ['a stream that is none', target('GET', '/live/__proto__/index.m3u8')],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['a version that is none', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['TLS on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, '\x41')],
])('%s is 4xx and logs no error', async (_, bytes) => {
  const { status } = await send(bytes)
  expect({ status, isFault: isFaultOfCaller(['', status]) }).toEqual({ status, isFault: true })
  expect(faults()).toEqual([])
})

const FOREIGN_STREAM = `GET ${PUBLISH_PATH} HTTP/1.1
Host: localhost
Origin: https://evil.example
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

`.replaceAll('\n', '\r\n')

test.each([
  ['a tunnel', 405, target('CONNECT', 'evil.example:443')],
  ['a stream from a page of another site', 403, FOREIGN_STREAM],
])('a client that asked for %s and never closes is disconnected', async (_, status, bytes) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(bytes)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(`HTTP/1.1 ${status}`)
  socket.write('x')
  await until(async () => (await connectionCount(app.server)) === 0)
})

test('an upgrade behind a request that is not answered yet disconnects its sender alone', async () => {
  await send(target('GET', '/healthz').replace('Connection: close\r\n', '') + FOREIGN_STREAM)
  expect((await send(target('GET', '/healthz'))).status).toBe(200)
  expect(faults()).toEqual([])
})

function put(body: string, headers = `Content-Length: ${Buffer.byteLength(body, 'latin1')}`): string {
  return `PUT /api/npcs/1/vote HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
}

const VOTE = '{"vote_type":"like"}'

test.each([
  ['nothing', put('')],
  ['half of it', put('{"vote_type":')],
  ['objects in objects', put(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
  ['lists in lists', put('['.repeat(30_000))],
  ['a number out of all bounds', put(`{"vote_type":${'9'.repeat(400)}e999}`)],
  ['a prototype', put('{"__proto__":{"vote_type":"like"}}')],
  ['a constructor', put('{"constructor":{"prototype":{"vote_type":"like"}}}')],
  ['bytes that are no UTF-8', put('{"vote_type":"\xff\xfe"}')],
  ['a lone surrogate', put('{"vote_type":"\\ud800"}')],
  ['a name twice, the last one wrong', put('{"vote_type":"like","vote_type":"love"}')],
  ['a list', put('["like"]')],
  ['null', put('null')],
  ['a text', put('"like"')],
  ['chunks that are garbage', put('zz\r\nnothing\r\n', 'Transfer-Encoding: chunked')],
  ['a length that is none', put(VOTE, 'Content-Length: 2x')],
  ['a length below zero', put(VOTE, 'Content-Length: -1')],
  ['two lengths', put(VOTE, `Content-Length: ${VOTE.length}\r\nContent-Length: 3`)],
  ['a length and chunks', put(`0\r\n\r\n${VOTE}`, `Content-Length: 5\r\nTransfer-Encoding: chunked`)],
  ['chunks and a length', put(`0\r\n\r\n${VOTE}`, `Transfer-Encoding: chunked\r\nContent-Length: 5`)],
  ['an unknown coding', put(VOTE, 'Transfer-Encoding: identity, chunked, gzip')],
  ['a coding hidden by a space', put(`0\r\n\r\n`, 'Transfer-Encoding : chunked')],
  ['a body that is shorter than said', put('{', `Content-Length: 1`)],
  ['a type that is none', put(VOTE).replace('application/json', 'application')],
  ['a form', put(VOTE).replace('application/json', 'application/x-www-form-urlencoded')],
  ['a text type', put(VOTE).replace('application/json', 'text/plain')],
])('a vote made of %s is 4xx and counts nothing', async (_, bytes) => {
  const { status } = await send(bytes)
  expect({ status, isFault: isFaultOfCaller(['', status]) }).toEqual({ status, isFault: true })
  const { rows } = await database.db.query('select count(*)::int as votes from npc_votes')
  expect(rows).toEqual([{ votes: 0 }])
  expect(faults()).toEqual([])
})

test('no second request is read behind one with both a length and chunks', async () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const { text } = await send(put(`0\r\n\r\n${hidden}`, 'Content-Length: 5\r\nTransfer-Encoding: chunked'))
  expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(text).not.toContain('alive')
})

test.each([
  ['POST', '/api/npcs/1/donations', 'text/plain', '{"username":"x","amount":1,"tx_hash":"x"}'],
  ['POST', '/api/npcs/1/donations', 'application/x-www-form-urlencoded', 'username=x&amount=1&tx_hash=x'],
  ['POST', '/api/npcs/1/donation-intents', 'text/plain', '{"username":"x","amount":1}'],
  ['POST', '/api/npcs/1/donation-intents', 'multipart/form-data; boundary=x', '--x--'],
  ['POST', '/api/presence', 'text/plain;charset=UTF-8', '{"id":"session-x"}'],
  ['POST', '/api/verify-solana-tx', 'text/plain', '{"txHash":"x"}'],
] as const)(
  '%s %s from a page of another site as %s is rejected and changes nothing',
  async (method, url, type, payload) => {
    const answer = await app.inject({
      method,
      url,
      payload,
      headers: { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    const { rows } = await database.db.query(
      'select (select count(*) from donations)::int + (select count(*) from donation_intents)::int as rows',
    )
    expect(rows).toEqual([{ rows: 0 }])
  },
)

test('a CORS preflight for a vote is rejected', async () => {
  const answer = await app.inject({
    method: 'OPTIONS',
    url: '/api/npcs/1/vote',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test.each([
  ['400 of the parser', 'nonsense\r\n\r\n', 400],
  ['431 of the parser', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['400 of the router', target('GET', '/%zz'), 400],
  ['404 of the API', target('GET', '/api/nope'), 404],
  ['405 of a page', target('POST', '/'), 405],
])('the %s carries the security headers', async (_, bytes, status) => {
  const answer = await send(bytes)
  expect(answer.status).toBe(status)
  expectProblemHeaders(answer.head)
})

test('a request that does not end in time gets 408, with the security headers', async () => {
  const { headersTimeout } = app.server
  app.server.headersTimeout = 100
  const answer = await send('GET / HTTP/1.1\r\nHost: x\r\nx: ').finally(() => {
    app.server.headersTimeout = headersTimeout
  })
  expect(answer.status).toBe(408)
  expectProblemHeaders(answer.head)
})

function expectProblemHeaders(answered: string): void {
  const head = answered.toLowerCase()
  expect(head).toContain('content-type: application/problem+json')
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain("content-security-policy: default-src 'none'; base-uri 'none';")
  expect(head).toContain("frame-ancestors 'none'")
  expect(head).toContain('cache-control: no-store')
}
