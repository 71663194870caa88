import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionCount } from '../../tests/support/connection-count.ts'
import { until } from '../../tests/support/until.ts'
import { limitConnections } from '../plugins/limit-connections.ts'
import { closeApp } from '../shutdown.ts'
import { type Answer, createAnswer } from './answer.ts'
import { answerFirst } from './answer-first.ts'

const LARGE = 1024 * 1024

let app: FastifyInstance
let direct: string[]
let framework: string[]
let waiting: ((answer: Answer | undefined) => void)[]
const sockets: Socket[] = []

beforeEach(async () => {
  direct = []
  framework = []
  waiting = []
  app = Fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { headersTimeout: 1_000 },
  })
  app.addHook('onRequest', async ({ method, url }) => void framework.push(`${method} ${url}`))
  app.get('/later', async () => 'worded by the framework')
  app.get('/api', async () => 'api')
  app.get('/*', async ({ url }, reply) => reply.header('x-url', url).send('x'))
  app.put('/vote', async ({ body }) => body)
  answerFirst(app, limitConnections(app, { trustProxy: [] }), [
    ({ url }) => {
      if (url === '/api') return undefined
      direct.push(url)
      if (url === '/later') return new Promise((resolve) => waiting.push(resolve))
      return answerOf(url, url === '/large' ? LARGE : 10)
    },
  ])
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

function answerOf(url: string, bytes: number): Answer {
  return createAnswer(200, { 'x-url': url, 'content-length': bytes }, Buffer.alloc(bytes, 'x'))
}

async function open(): Promise<{ socket: Socket; text(): string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'connect')
  return { socket, text: () => text }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const PUT =
  'PUT /vote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}'

function countAnswers(text: string): number {
  return text.split('HTTP/1.1 200 OK').length - 1
}

test('a connection comes back from node:http after each of its responses', async () => {
  const { socket, text } = await open()
  const requests = [get('/1'), get('/api'), get('/2'), PUT, get('/3'), get('/api'), PUT, get('/4')]
  for (const [place, request] of requests.entries()) {
    socket.write(request)
    await until(() => countAnswers(text()) === place + 1)
  }
  expect(direct).toEqual(['/1', '/2', '/3', '/4'])
  expect(framework).toEqual(['GET /api', 'PUT /vote', 'GET /api', 'PUT /vote'])
})

test('a connection that begins with a change stays with node:http', async () => {
  const { socket, text } = await open()
  for (const [place, request] of [PUT, get('/1'), PUT].entries()) {
    socket.write(request)
    await until(() => countAnswers(text()) === place + 1)
  }
  expect(framework).toEqual(['PUT /vote', 'GET /1', 'PUT /vote'])
})

test('a body that arrives in pieces is complete, and what follows it is answered', async () => {
  const { socket, text } = await open()
  socket.write(get('/1'))
  await until(() => countAnswers(text()) === 1)
  socket.write(PUT.slice(0, -3))
  await until(() => framework.length === 1)
  socket.write(PUT.slice(-3))
  await until(() => text().endsWith('{"a":1}'))
  socket.write(get('/api'))
  await until(() => text().endsWith('api'))
})

test('a thousand requests in one go are answered in order', async () => {
  const { socket, text } = await open()
  socket.write(get('/api').repeat(1_000) + PUT)
  await until(() => countAnswers(text()) === 1_001)
  expect(text().endsWith('{"a":1}')).toBe(true)
})

test('requests sent behind one that waits are answered after it', async () => {
  const { socket, text } = await open()
  socket.write(get('/later'))
  await until(() => waiting.length === 1)
  socket.write(get('/2'))
  socket.write(get('/api'))
  waiting[0]?.(answerOf('/later', 10))
  await until(() => countAnswers(text()) === 3)
  expect(text().indexOf('x-url: /later')).toBeLessThan(text().indexOf('x-url: /2'))
  expect(text().endsWith('api')).toBe(true)
})

test('a connection that was served before and becomes another protocol is no longer read as HTTP', async () => {
  let readers: number | undefined
  app.server.on('upgrade', (_request, socket) => {
    readers = socket.listenerCount('data')
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    socket.pipe(socket)
  })
  const { socket, text } = await open()
  socket.write(get('/api'))
  await until(() => text().endsWith('api'))
  socket.write('GET /api HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  await until(() => text().endsWith('Upgrade: echo\r\n\r\n'))
  socket.write(get('/api'))
  await until(() => text().endsWith(get('/api')))
  expect({ readers, framework }).toEqual({ readers: 0, framework: ['GET /api'] })
  socket.destroy()
})

test('a request that waited for nothing is left to the framework', async () => {
  const { socket, text } = await open()
  socket.write(get('/later'))
  await until(() => waiting.length === 1)
  waiting[0]?.(undefined)
  await until(() => text().endsWith('worded by the framework'))
})

test('a client that does not read its answers makes no more of them, and gets all when it reads', async () => {
  const { socket, text } = await open()
  socket.pause()
  for (let times = 0; times < 50; times += 1) {
    socket.write(get('/large'))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(direct.length).toBeLessThan(25)
  socket.resume()
  await until(() => countAnswers(text()) === 50)
}, 60_000)

test('a connection that was reset while it waited disturbs nobody', async () => {
  const { socket } = await open()
  socket.write(get('/later'))
  await until(() => waiting.length === 1)
  socket.resetAndDestroy()
  await until(async () => (await connectionCount(app.server)) === 0)
  waiting[0]?.(answerOf('/later', 10))
  const other = await open()
  other.socket.write(get('/1'))
  await until(() => countAnswers(other.text()) === 1)
})

test('a connection that sends nothing is closed', async () => {
  const { socket } = await open()
  await until(() => socket.destroyed)
})

test('closing ends idle connections at once, and lets the framework answer those that wait', async () => {
  const idle = await open()
  const mixed = await open()
  const late = await open()
  idle.socket.write(get('/1'))
  mixed.socket.write(get('/api'))
  await until(() => countAnswers(idle.text() + mixed.text()) === 2)
  late.socket.write(get('/later'))
  await until(() => waiting.length === 1)
  await closeApp(app)
  await until(() => idle.socket.destroyed && mixed.socket.destroyed && late.socket.destroyed)
  expect(late.text().endsWith('worded by the framework')).toBe(true)
})
