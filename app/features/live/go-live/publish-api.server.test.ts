import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import WebSocket, { type ClientOptions } from 'ws'
import { handleErrors } from '../../../../server/plugins/handle-errors.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import { until } from '../../../../tests/support/until.ts'
import {
  createPendingConnections,
  PENDING_LIMITS,
} from '../../../platform/rate-limits/pending-connections.server.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { type Connection, PublishRejected, StreamStopped } from '../ingest/publisher.server.ts'
import { AUDIO, PUBLISH_PATH, PUBLISH_PROTOCOL, VIDEO } from './contract.ts'
import { isPublishUpgrade, publishApi } from './publish-api.server.ts'

const KEY = 'npc1-right'
const ERROR = 50

let app: FastifyInstance
let address: string
let received: RtmpMessage[]
let ends: number
let connection: Connection | undefined
let kept: ReturnType<typeof captureLog>

const PUBLIC_URL = 'https://npc.example'
let endFails: boolean
let admitting: Promise<void>

/** Accepts every publisher with the right key, and everything but HEVC. */
const makeIngest = () => ({
  pending: createPendingConnections(),
  traffic: () => [],
  countPlaylist: () => {},
  stops: () => 0,
  hlsStream: () => undefined,
  close: async () => {},
  async admit(key: string, admitted: Connection) {
    await admitting
    if (key !== KEY) throw new PublishRejected('This stream key is not known.', 'key')
    connection = admitted
    return {
      receive(message: RtmpMessage) {
        if (message.payload[0] === 0x1c) throw new PublishRejected('This is HEVC.')
        received.push(message)
      },
      end() {
        ends += 1
        if (endFails) throw new Error('the end fails')
      },
    }
  },
})

beforeEach(async () => {
  received = []
  ends = 0
  connection = undefined
  endFails = false
  admitting = Promise.resolve()
  kept = captureLog()
  app = Fastify({ http: { shouldUpgradeCallback: isPublishUpgrade }, trustProxy: '127.0.0.1' })
  handleErrors(app)
  app.get('/elsewhere', () => 'a page')
  await app.register(publishApi, { ingest: makeIngest(), log: kept.log, publicUrl: PUBLIC_URL })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(() => app.close())

function connect(key: string, options: ClientOptions = {}): WebSocket {
  return new WebSocket(address.replace('http', 'ws') + PUBLISH_PATH, [PUBLISH_PROTOCOL, key], options)
}

/** The status with which the upgrade is rejected, or 101. */
async function statusOf(socket: WebSocket): Promise<number> {
  const upgraded = once(socket, 'open').then(() => 101)
  const rejected = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
  upgraded.catch(() => {})
  return Promise.race([upgraded, rejected])
}

async function enter(): Promise<WebSocket> {
  const socket = connect(KEY)
  const [welcome] = await once(socket, 'message')
  expect(String(welcome)).toBe('welcome')
  return socket
}

async function closing(socket: WebSocket): Promise<{ code: number; sentence: string }> {
  const [code, sentence] = await once(socket, 'close')
  return { code, sentence: String(sentence) }
}

test('with the key, video and audio reach the ingest in order', async () => {
  const socket = await enter()
  expect(socket.protocol).toBe(PUBLISH_PROTOCOL)
  socket.send(Buffer.of(VIDEO, 0, 0, 1, 0, 0x17, 0, 5))
  socket.send(Buffer.of(AUDIO, 0, 0, 1, 2, 0xaf, 1))
  await until(() => received.length === 2)
  expect(received.map(({ type, timestamp, payload }) => [type, timestamp, ...payload])).toEqual([
    [VIDEO, 256, 0x17, 0, 5],
    [AUDIO, 258, 0xaf, 1],
  ])
  socket.close()
  await until(() => ends === 1)
})

test('a publisher learns when viewers get what it sends', async () => {
  const socket = await enter()
  connection?.onState?.({ npcId: '7', state: 'live' })
  const [news] = await once(socket, 'message')
  expect(JSON.parse(String(news))).toEqual({ state: 'live', stillUrl: '/live/7/still.mp4' })
})

test('a publisher whose stream is stopped learns by whom and what for, however long that is', async () => {
  const socket = await enter()
  const stop = { by: 'operator', note: 'ж'.repeat(200) } as const
  const message = once(socket, 'message')
  const closed = closing(socket)
  connection?.close(new StreamStopped(stop))
  expect(JSON.parse(String((await message)[0]))).toEqual({ stopped: stop })
  expect(await closed).toEqual({ code: 4410, sentence: '' })
})

test('a publisher learns which of its qualities viewers do not get', async () => {
  const socket = await enter()
  connection?.onLeaveOut?.(1)
  const [news] = await once(socket, 'message')
  expect(JSON.parse(String(news))).toEqual({ leftOut: 1 })
})

test.each([
  ['another key', 'npc1-wrong'],
  ['no key', ''],
])('with %s nothing is read, and the reason is sent', async (_, key) => {
  const url = address.replace('http', 'ws') + PUBLISH_PATH
  const socket = new WebSocket(url, key ? [PUBLISH_PROTOCOL, key] : [PUBLISH_PROTOCOL])
  socket.on('open', () => socket.send(Buffer.of(VIDEO, 0, 0, 0, 0, 0x17)))
  expect(await closing(socket)).toEqual({ code: 4401, sentence: 'This stream key is not known.' })
  expect(received).toEqual([])
})

test.each([
  ['an unsupported codec', Buffer.of(VIDEO, 0, 0, 0, 0, 0x1c), 4415, 'This is HEVC.'],
  ['text', 'hello', 4415, 'What was sent is neither video nor audio.'],
  ['something else', Buffer.alloc(20, 1), 4415, 'What was sent is neither video nor audio.'],
  ['a header alone', Buffer.of(VIDEO, 0, 0, 0, 0), 4415, 'What was sent is neither video nor audio.'],
  ['far too much', Buffer.alloc(4 * 1024 * 1024 + 1, VIDEO), 1009, ''],
])('a publisher that sends %s is disconnected', async (_, message, code, sentence) => {
  const socket = await enter()
  socket.send(message)
  expect(await closing(socket)).toEqual({ code, sentence })
  await until(() => ends === 1)
  expect(received).toEqual([])
})

test('a displaced publisher receives the reason', async () => {
  const socket = await enter()
  connection?.close(new PublishRejected('Another device has taken over this stream.', 'taken over'))
  expect(await closing(socket)).toEqual({
    code: 4409,
    sentence: 'Another device has taken over this stream.',
  })
  await until(() => ends === 1)
})

test('a closing server does not wait for publishers', async () => {
  const socket = await enter()
  const left = closing(socket)
  await app.close()
  expect(await left).toEqual({ code: 1006, sentence: '' })
  await until(() => ends === 1)
})

test('a plain request is answered with 426, and an upgrade elsewhere is a plain request', async () => {
  const plain = await fetch(address + PUBLISH_PATH)
  expect([plain.status, await plain.json()]).toEqual([
    426,
    expect.objectContaining({ detail: 'Streams are sent here by WebSocket.' }),
  ])
  const headers = { connection: 'upgrade', upgrade: 'h2c' }
  const [response] = await once(get(`${address}/elsewhere`, { headers }), 'response')
  expect(await text(response)).toBe('a page')
})

test('a message of a thousand fragments is accepted, one of more is not', async () => {
  const socket = await enter()
  const sendFragments = (count: number) => {
    for (let place = 1; place <= count; place += 1)
      socket.send(Buffer.of(VIDEO), { binary: true, fin: place === count })
  }
  sendFragments(1_000)
  await until(() => received.length === 1)
  sendFragments(1_100)
  expect((await closing(socket)).code).toBe(1008)
  expect(received).toHaveLength(1)
})

test.each([
  ['no page', undefined, 101],
  ['a page of the public address', PUBLIC_URL, 101],
  ['a page of this very host', 'same host', 101],
  ['a page of another site', 'https://evil.example', 403],
  ['a page of the public name without TLS', 'http://npc.example', 403],
  ['a page without an origin', 'null', 403],
])('an upgrade from %s (%s) is answered with %i', async (_, origin, status) => {
  const options = origin === undefined ? {} : { origin: origin === 'same host' ? address : origin }
  expect(await statusOf(connect(KEY, options))).toBe(status)
})

test('a ninth connection with an unchecked key closes the oldest of its address, also behind a trusted proxy', async () => {
  let check = () => {}
  admitting = new Promise((resolve) => {
    check = resolve
  })
  const from = (visitor: string) => connect(KEY, { headers: { 'x-forwarded-for': visitor } })
  const first = Array.from({ length: PENDING_LIMITS.perAddress }, () => from('203.0.113.7'))
  expect(await Promise.all(first.map(statusOf))).toEqual(first.map(() => 101))
  const [oldest, ...others] = first
  const closed = once(oldest as WebSocket, 'close')
  expect(await statusOf(from('198.51.100.1'))).toBe(101)
  const ninth = from('203.0.113.7')
  expect(await statusOf(ninth)).toBe(101)
  await closed
  const welcomed = Promise.all([...others, ninth].map((socket) => once(socket, 'message')))
  check()
  await welcomed
})

test('a failure at the end of a publisher is logged, and the next publisher is served', async () => {
  endFails = true
  const socket = await enter()
  socket.send('hello')
  await closing(socket)
  await until(() => kept.lines().length === 1)
  expect(kept.lines()).toMatchObject([{ level: ERROR, err: { message: 'the end fails' } }])
  await enter()
})
