import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventHub } from '../../app/platform/events/event-hub.server.ts'
import { connectionCount } from '../../tests/support/connection-count.ts'
import { silentLog } from '../../tests/support/database/test-database.ts'
import { until } from '../../tests/support/until.ts'
import { answerFirst } from '../direct-answers/answer-first.ts'
import { answerWithEvents } from '../direct-answers/events-answer.ts'
import { createEventReaders } from './event-readers.ts'
import { events } from './events.ts'
import { handleErrors } from './handle-errors.ts'
import { limitConnections } from './limit-connections.ts'

const PROXY = '127.0.0.1'

let app: FastifyInstance
let seenByFramework: number
let isOverloaded: boolean
let port: number
let sinceIds: (bigint | undefined)[]
let listeners: Set<(frames: Buffer) => void>

const hub: EventHub = {
  lastId: () => 0n,
  join: async (listener, since) => {
    sinceIds.push(since)
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  close: () => {},
}

describe.each([
  ['the framework', false],
  ['the socket', true],
])('through %s', (_, isDirect) => {
  beforeEach(async () => {
    sinceIds = []
    isOverloaded = false
    listeners = new Set()
    seenByFramework = 0
    app = Fastify({ trustProxy: PROXY })
    app.addHook('onRequest', async () => {
      seenByFramework += 1
    })
    const connections = limitConnections(app, { trustProxy: [PROXY] })
    handleErrors(app)
    const readers = createEventReaders({ events: hub, readersPerAddress: 3, log: silentLog })
    await app.register(events, { readers })
    if (isDirect)
      answerFirst(app, connections, [
        answerWithEvents({ readers, connections, isOverloaded: () => isOverloaded }),
      ])
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })

  afterEach(() => app.close())

  function publish(text: string): void {
    for (const listener of listeners) listener(Buffer.from(text))
  }

  async function read(
    path: string,
    header = '',
    method = 'GET',
  ): Promise<{ socket: Socket; received(): string }> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: method === 'HEAD' })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`)
    await until(() => text.includes('\r\n\r\n'))
    return { socket, received: () => text }
  }

  test('a reader receives everything as it happens', async () => {
    const { socket, received } = await read('/api/events')
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received()).toContain('\r\ncontent-type: text/event-stream; charset=utf-8\r\n')
    expect(received()).toContain('\r\nx-content-type-options: nosniff\r\n')
    await until(() => listeners.size === 1)
    expect(seenByFramework).toBe(isDirect ? 0 : 1)
    publish('id: 1\nevent: npcs\ndata: []\n\n')
    await until(() => received().endsWith('id: 1\nevent: npcs\ndata: []\n\n'))
    socket.destroy()
    await until(() => listeners.size === 0)
  })

  test.each([
    ['nothing', '/api/events', '', undefined],
    ['the page', '/api/events?since=41', '', 41n],
    [
      'the browser, which takes precedence over the page',
      '/api/events?since=41',
      'Last-Event-ID: 43\r\n',
      43n,
    ],
    ['nonsense', '/api/events?since=9e9&since=1', '', undefined],
    ['an absurdly large number', '/api/events', `Last-Event-ID: ${'9'.repeat(40)}\r\n`, undefined],
  ])('the starting point comes from %s', async (_, path, header, since) => {
    const { socket } = await read(path, header)
    await until(() => sinceIds.length === 1)
    expect(sinceIds).toEqual([since])
    socket.destroy()
  })

  test('a HEAD request is not kept open', async () => {
    const { socket, received } = await read('/api/events', '', 'HEAD')
    await until(() => socket.destroyed || socket.readableEnded)
    await until(async () => (await connectionCount(app.server)) === 0)
    expect(received().split('\r\n\r\n')).toEqual([expect.stringContaining('200 OK'), ''])
    expect(listeners.size).toBe(0)
  })

  test('a reader that does not read is disconnected, and the others are not', async () => {
    const slow = await read('/api/events')
    const quick = await read('/api/events')
    await until(() => listeners.size === 2)
    slow.socket.pause()
    const frame = `data: ${'x'.repeat(100_000)}\n\n`
    for (let times = 0; times < 400 && listeners.size === 2; times += 1) {
      publish(frame)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(listeners.size).toBe(1)
    publish('data: still here\n\n')
    await until(() => quick.received().endsWith('data: still here\n\n'))
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

  test('one household has a limited number of readers, and a place that is freed can be taken', async () => {
    const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
    const first = await read('/api/events', from('2001:db8::1'))
    for (const host of ['2', '3']) await read('/api/events', from(`2001:db8::${host}`))
    const rejected = await read('/api/events', from('2001:db8::4'))
    expect(rejected.received()).toMatch(/^HTTP\/1\.1 429 /)
    expect(rejected.received()).toMatch(/\r\nretry-after: 60\r\n/i)
    expect(rejected.received()).toContain('application/problem+json')
    expect((await read('/api/events', from('2001:db8:0:1::1'))).received()).toContain('200 OK')
    await until(() => listeners.size === 4)
    first.socket.destroy()
    await until(() => listeners.size === 3)
    expect((await read('/api/events', from('2001:db8::4'))).received()).toContain('200 OK')
  })

  test('the machine itself, or an unconfigured proxy on it, has no limit of readers', async () => {
    for (let times = 0; times < 10; times += 1)
      expect((await read('/api/events')).received()).toContain('200 OK')
  })

  test('closing disconnects every reader', async () => {
    const { socket } = await read('/api/events')
    const ended = once(socket, 'close')
    await app.close()
    await ended
  })

  test('under overload the framework is asked', async () => {
    isOverloaded = true
    const { received } = await read('/api/events')
    expect(received()).toContain('200 OK')
    expect(seenByFramework).toBe(1)
  })
})
