import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Changes, watchChanges } from '../app/platform/database/watch-changes.server.ts'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { resourcesWith } from '../tests/support/site/site-resources.ts'
import { until } from '../tests/support/until.ts'
import { createApp } from './app.ts'
import { readEnvironment } from './environment.ts'

let database: TestDatabase
let changes: Changes
let app: FastifyInstance
let port: number

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  const resources = resourcesWith({ db: database.db, changes })
  app = await createApp(resources, readEnvironment({ TRUST_PROXY: '127.0.0.1' }))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  await until(async () => (await send({})).includes('\r\netag:'))
})

afterAll(async () => {
  await app.close()
  await changes.close()
  await database.drop()
})

type Sent = { method?: string; path?: string; headers?: string[]; body?: string; protocol?: string }

/** The head of the answer, in lower case. */
function send({ method = 'GET', path = '/', headers = [], body = '', protocol = 'https' }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const forwarded = ['x-forwarded-for: 192.0.2.1', `x-forwarded-proto: ${protocol}`]
  const head = [`${method} ${path} HTTP/1.1`, 'host: localhost', ...forwarded, ...headers]
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
  let text = ''
  socket.on('error', reject)
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (!text.includes('\r\n\r\n')) return
    socket.destroy()
    resolve(text.split('\r\n\r\n', 1)[0]?.toLowerCase() ?? '')
  })
  return promise
}

const json = (body: string) => ({
  headers: ['content-type: application/json', `content-length: ${body.length}`],
  body,
})
const upgrade = [
  ...['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
  ...['sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol: npc-stream, key'],
]

const ANSWERS: [what: string, status: number, sent: Sent][] = [
  ['a stored page', 200, {}],
  ['a page that has not changed', 304, { headers: ['if-none-match: *'] }],
  ['a page with a query', 200, { path: '/?lang=de' }],
  ['a page that does not exist', 404, { path: '/nope' }],
  ['a redirect', 308, { path: '/npc1/' }],
  ['an asset', 200, { path: '/icon.svg' }],
  ['an asset that does not exist', 404, { path: '/assets/nope.js' }],
  ['a file for search engines', 200, { path: '/robots.txt' }],
  ['health', 200, { path: '/healthz' }],
  ['an API call', 200, { path: '/api/npcs' }],
  ['an unknown API call', 404, { path: '/api/nope' }],
  ['events', 200, { path: '/api/events' }],
  ['the head of events', 200, { path: '/api/events', method: 'HEAD' }],
  ['no stream', 404, { path: '/live/1/index.m3u8' }],
  ['malformed JSON', 400, { method: 'PUT', path: '/api/npcs/1/vote', ...json('{') }],
  [
    'another type than JSON',
    415,
    { method: 'PUT', path: '/api/npcs/1/vote', headers: ['content-length: 1'], body: 'x' },
  ],
  ['missing values', 400, { method: 'POST', path: '/api/npcs/1/donations', ...json('{}') }],
  ['another method', 405, { method: 'POST' }],
  ['an address that cannot be decoded', 400, { path: '/%' }],
  ['two hosts', 400, { headers: ['host: other'] }],
  ['a plain request to the WebSocket', 426, { path: '/live/send' }],
  [
    'a WebSocket from another site',
    403,
    { path: '/live/send', headers: [...upgrade, 'origin: https://evil.example'] },
  ],
]

test.each(ANSWERS)('%s (%i) asks browsers to stay on TLS, and only on TLS', async (_what, status, sent) => {
  const secure = await send(sent)
  expect(secure).toMatch(new RegExp(`^http/1.1 ${status} `))
  expect(secure).toContain('\r\nstrict-transport-security: max-age=63072000')
  expect(secure.match(/strict-transport-security/g)).toHaveLength(1)
  expect(await send({ ...sent, protocol: 'http' })).not.toContain('strict-transport-security')
})

test('an asset that has not changed asks browsers to stay on TLS', async () => {
  const { headers } = await app.inject('/icon.svg')
  const unchanged = await send({ path: '/icon.svg', headers: [`if-none-match: ${headers.etag}`] })
  expect(unchanged).toMatch(/^http\/1.1 304 /)
  expect(unchanged).toContain('strict-transport-security')
})
