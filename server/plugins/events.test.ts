import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventHub } from '../../app/platform/events/event-hub.server.ts'
import { until } from '../../tests/support/until.ts'
import { events } from './events.ts'
import { handleErrors } from './handle-errors.ts'

let app: FastifyInstance
let port: number
let asked: (bigint | undefined)[]
let listeners: Set<(frames: Buffer) => void>

const hub: EventHub = {
  lastId: () => 0n,
  join: async (listener, since) => {
    asked.push(since)
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  close: () => {},
}

beforeEach(async () => {
  asked = []
  listeners = new Set()
  app = Fastify({ trustProxy: true })
  handleErrors(app)
  await app.register(events, { events: hub, readersPerAddress: 3 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterEach(() => app.close())

function tell(text: string): void {
  for (const listener of listeners) listener(Buffer.from(text))
}

async function read(path: string, header = '', method = 'GET'): Promise<{ socket: Socket; heard(): string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`)
  await until(() => text.includes('\r\n\r\n'))
  return { socket, heard: () => text }
}

test('a reader is told everything as it happens', async () => {
  const { socket, heard } = await read('/api/events')
  expect(heard()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(heard()).toContain('\r\ncontent-type: text/event-stream; charset=utf-8\r\n')
  expect(heard()).toContain('\r\nx-content-type-options: nosniff\r\n')
  await until(() => listeners.size === 1)
  tell('id: 1\nevent: npcs\ndata: []\n\n')
  await until(() => heard().endsWith('id: 1\nevent: npcs\ndata: []\n\n'))
  socket.destroy()
  await until(() => listeners.size === 0)
})

test.each([
  ['nothing', '/api/events', '', undefined],
  ['the page', '/api/events?since=41', '', 41n],
  ['the browser, who knows better than the page', '/api/events?since=41', 'Last-Event-ID: 43\r\n', 43n],
  ['nonsense', '/api/events?since=9e9&since=1', '', undefined],
  ['a number out of all reason', '/api/events', `Last-Event-ID: ${'9'.repeat(40)}\r\n`, undefined],
])('where to begin is said by %s', async (_, path, header, since) => {
  const { socket } = await read(path, header)
  await until(() => asked.length === 1)
  expect(asked).toEqual([since])
  socket.destroy()
})

test('who asks for the head alone is not kept', async () => {
  const { socket, heard } = await read('/api/events', '', 'HEAD')
  await until(() => socket.destroyed || socket.readableEnded)
  expect(heard().split('\r\n\r\n')).toEqual([expect.stringContaining('200 OK'), ''])
  expect(listeners.size).toBe(0)
})

test('a reader who does not read is let go, and the others are not', async () => {
  const slow = await read('/api/events')
  const quick = await read('/api/events')
  await until(() => listeners.size === 2)
  slow.socket.pause()
  const frame = `data: ${'x'.repeat(100_000)}\n\n`
  for (let times = 0; times < 400 && listeners.size === 2; times += 1) {
    tell(frame)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(listeners.size).toBe(1)
  tell('data: still here\n\n')
  await until(() => quick.heard().endsWith('data: still here\n\n'))
  quick.socket.destroy()
  slow.socket.destroy()
})

test('one connection is one reader: more requests on it end it', async () => {
  const { socket } = await read('/api/events')
  await until(() => listeners.size === 1)
  socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20))
  await until(() => socket.destroyed)
  await until(() => listeners.size === 0)
})

test('one household has so many readers, and a place that is left can be taken', async () => {
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const first = await read('/api/events', from('2001:db8::1'))
  for (const host of ['2', '3']) await read('/api/events', from(`2001:db8::${host}`))
  const refused = await read('/api/events', from('2001:db8::4'))
  expect(refused.heard()).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused.heard()).toMatch(/\r\nretry-after: 60\r\n/i)
  expect(refused.heard()).toContain('application/problem+json')
  expect((await read('/api/events', from('2001:db8:0:1::1'))).heard()).toContain('200 OK')
  await until(() => listeners.size === 4)
  first.socket.destroy()
  await until(() => listeners.size === 3)
  expect((await read('/api/events', from('2001:db8::4'))).heard()).toContain('200 OK')
})

test('the machine itself, and a proxy on it that nobody named, has as many readers as it needs', async () => {
  for (let times = 0; times < 10; times += 1) expect((await read('/api/events')).heard()).toContain('200 OK')
})

test('closing lets every reader go', async () => {
  const { socket } = await read('/api/events')
  const ended = once(socket, 'close')
  await app.close()
  await ended
})
