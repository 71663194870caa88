import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionCount } from '../../tests/support/connection-count.ts'
import { until } from '../../tests/support/until.ts'
import { addHeaders } from './add-headers.ts'
import { handleErrors } from './handle-errors.ts'
import { isCostly, isTooMuch, shedLoad } from './shed-load.ts'

let app: FastifyInstance
let lagMs: number
let lines: string[]
let waiting: (() => void)[]

beforeEach(async () => {
  lagMs = 0
  lines = []
  waiting = []
  app = Fastify()
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  handleErrors(app)
  addHeaders(app)
  shedLoad(app, { log, maxInProgress: 3, holdMs: 0, lagMs: () => lagMs })
  app.get('/api/slow', () => new Promise((resolve) => waiting.push(() => resolve({ served: true }))))
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/live/1/index.m3u8', async () => 'playlist')
  app.get('/npc1', async () => 'page')
})

afterEach(async () => {
  for (const release of waiting) release()
  await app.close()
})

async function fill(): Promise<Promise<{ statusCode: number }>[]> {
  const slow = Array.from({ length: 3 }, () => app.inject('/api/slow').then((answer) => answer))
  await until(() => waiting.length === 3)
  return slow
}

test('a request for nothing is answered before its body has come', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /api/nothing HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 9',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /)
  socket.destroy()
})

test('requests over the limit get 503, and are served again when there is room', async () => {
  const slow = await fill()
  expect((await app.inject('/%61pi/slow')).statusCode).toBe(503)
  const shed = await app.inject('/api/slow')
  expect(shed.statusCode).toBe(503)
  expect(shed.headers).toMatchObject({
    'retry-after': '5',
    'content-type': 'application/problem+json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(shed.json()).toMatchObject({ status: 503, detail: expect.stringMatching(/\.$/) })
  for (const release of waiting.splice(0)) release()
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const again = app.inject('/api/slow').then((answer) => answer)
  await until(() => waiting.length === 1)
  waiting.pop()?.()
  expect((await again).statusCode).toBe(200)
})

test.each(['/healthz', '/live/1/index.m3u8', '/npc1'])('%s is never rejected', async (url) => {
  await fill()
  expect((await app.inject(url)).statusCode).toBe(200)
})

test('an absolute address does not bypass the limit', async () => {
  await fill()
  expect((await app.inject('http://localhost/api/slow?x')).statusCode).toBe(503)
})

test('what is sent behind an unfinished request is rejected, and takes no place', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.resume()
  const get = 'GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.write(`${get.repeat(9)}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`)
  await once(socket, 'close')
  await until(async () => (await connectionCount(app.server)) === 0)
  for (const release of waiting.splice(0)) release()
  const slow = await fill()
  for (const release of waiting.splice(0)) release()
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('overload is logged once, not per request', async () => {
  await fill()
  for (let times = 0; times < 5; times += 1) await app.inject('/api/slow')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, inProgress: 3 })
})

test.each([
  ['few requests on a slow machine', { inProgress: 99, lagMs: 60_000 }, false],
  ['many requests in good time', { inProgress: 2_499, lagMs: 500 }, false],
  ['many requests and a late loop', { inProgress: 100, lagMs: 501 }, true],
  ['too many requests', { inProgress: 2_500, lagMs: 0 }, true],
])('%s: %o', (_, load, expected) => {
  expect(isTooMuch(load)).toBe(expected)
})

test.each([
  ['/api/npcs', true],
  ['/', false],
  ['/assets/x.js', false],
  ['/live/1/2/media.m3u8', false],
  ['/readyz', false],
  ['/avatars/:name', true],
  [undefined, false],
])('%s is costly: %s', (path, expected) => {
  expect(isCostly(path)).toBe(expected)
})
