import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { connectTo, publish } from '../../../tests/support/video/rtmp-publisher.ts'
import { createPendingConnections } from '../rate-limits/pending-connections.server.ts'
import type { AmfValue } from './amf0.server.ts'
import type { RtmpMessage } from './chunk-reader.server.ts'
import { RtmpRejection } from './rtmp-publisher.server.ts'
import { createRtmpServer } from './rtmp-server.server.ts'

const KEY = 'the-right-key'

let server: Server
let port: number
let received: RtmpMessage[]
let ended: number
let endFails: boolean
let closeLast: (why: RtmpRejection) => void
const onTrouble = vi.fn()

beforeEach(async () => {
  received = []
  ended = 0
  endFails = false
  onTrouble.mockClear()
  server = createRtmpServer({
    onTrouble,
    pending: createPendingConnections(),
    admit: async ({ app, key }, { close }) => {
      closeLast = close
      if (app !== 'live' || key !== KEY) throw new RtmpRejection('This stream key is not known here.')
      return {
        receive: (message) => {
          if (message.payload.length === 0) throw new RtmpRejection('There is nothing in it.')
          received.push(message)
        },
        end: () => {
          ended += 1
          if (endFails) throw new Error('the end fails')
        },
      }
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(() => {
  server.close()
})

const video = (payload: Buffer, timestamp = 40): RtmpMessage => ({ type: 9, timestamp, streamId: 1, payload })

test('with the key every message arrives', async () => {
  const { socket, status, send } = await publish(port, 'live', KEY)
  expect(status).toMatchObject({ code: 'NetStream.Publish.Start' })
  const sent = [1, 5_000, 200].map((length, place) => video(randomBytes(length), place * 40))
  for (const message of sent) send(message)
  await until(() => received.length === 3)
  expect(received).toEqual(sent)
  socket.destroy()
  await until(() => ended === 1)
})

test.each([
  ['live', 'wrong'],
  ['other', KEY],
  ['live', ''],
])('%s/%s is rejected with a sentence, and not a byte is taken', async (app, key) => {
  const { socket, status, send } = await publish(port, app, key)
  expect(status).toMatchObject({
    code: 'NetStream.Publish.Denied',
    description: 'This stream key is not known here.',
  })
  send(video(randomBytes(100)))
  await until(() => socket.destroyed || socket.readableEnded)
  expect(received).toEqual([])
})

test('the server names what it forwards, and that it takes several tracks', async () => {
  const { socket, command, answered } = await connectTo(port)
  command(0, 'connect', 1, { app: 'live' })
  const [, , server] = (await answered('_result')) ?? []
  expect(server).toMatchObject({
    fourCcList: ['avc1', 'mp4a', 'Opus'],
    videoFourCcInfoMap: { avc1: 4 },
    audioFourCcInfoMap: { mp4a: 4, Opus: 4 },
    capsEx: 2,
  })
  socket.destroy()
})

test('video before publishing is ignored', async () => {
  const { socket, send, command, answered } = await connectTo(port)
  send(video(randomBytes(100)))
  // Once a later command is answered, the video has been read.
  command(0, 'createStream', 9, null)
  await answered('_result')
  expect(received).toEqual([])
  socket.destroy()
})

test.each([
  ['much', 5, 15_000],
  ['a large message', 1, 16 * 1024 + 1],
])('a connection that sends %s and shows no key is closed', async (_, times, length) => {
  const { socket, send } = await connectTo(port)
  for (let sent = 0; sent < times; sent += 1) send(video(randomBytes(length)))
  await until(() => socket.destroyed)
  expect(received).toEqual([])
})

test.each<[string, AmfValue[][], string]>([
  [
    'an application',
    [['connect', 1, { app: { toString: null } }]],
    'The name of the application is not text.',
  ],
  ['a key', [['publish', 5, null, { secret: true }]], 'The stream key is not text.'],
  ['a list as key', [['publish', 5, null, [KEY]]], 'The stream key is not text.'],
])(
  '%s that is an object is rejected with a sentence, and not reported as our fault',
  async (_, commands, sentence) => {
    const { socket, command, answered } = await connectTo(port)
    for (const values of commands) command(1, ...values)
    expect((await answered('onStatus'))?.[3]).toMatchObject({ level: 'error', description: sentence })
    await until(() => socket.destroyed || socket.readableEnded)
    expect(onTrouble).not.toHaveBeenCalled()
  },
)

test('a publisher whose end fails is reported, and the server goes on', async () => {
  const first = await publish(port, 'live', KEY)
  endFails = true
  first.socket.destroy()
  await until(() => onTrouble.mock.calls.length === 1)
  expect(String(onTrouble.mock.calls[0]?.[0])).toContain('the end fails')
  const second = await publish(port, 'live', KEY)
  expect(second.status).toMatchObject({ code: 'NetStream.Publish.Start' })
  second.send(video(Buffer.alloc(0)))
  await until(() => onTrouble.mock.calls.length === 2)
  second.socket.destroy()
})

test('a publisher is told why its stream is rejected', async () => {
  const { socket, answers, send } = await publish(port, 'live', KEY)
  send(video(Buffer.alloc(0)))
  await until(() => socket.destroyed || socket.readableEnded)
  expect(answers.at(-1)?.[3]).toMatchObject({ level: 'error', description: 'There is nothing in it.' })
  expect(ended).toBe(1)
})

test('a publisher that is disconnected while it sends receives the reason first', async () => {
  const { socket, answers, send } = await publish(port, 'live', KEY)
  send(video(randomBytes(100_000)))
  await until(() => received.length === 1)
  closeLast(new RtmpRejection('This key was replaced.'))
  send(video(randomBytes(100_000)))
  await until(() => socket.destroyed || socket.readableEnded)
  expect(answers.at(-1)?.[3]).toMatchObject({ level: 'error', description: 'This key was replaced.' })
  expect(received).toHaveLength(1)
})

test('a client that wants to watch is disconnected', async () => {
  const { socket, command } = await connectTo(port)
  command(1, 'play', 1, null, KEY)
  await until(() => socket.destroyed)
})

test('a megabyte of random bytes ends the connection and nothing else', async () => {
  for (const prefix of [
    Buffer.alloc(0),
    Buffer.of(3),
    Buffer.concat([Buffer.of(3), randomBytes(2 * 1536)]),
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write(Buffer.concat([prefix, randomBytes(1_000_000)]))
    await until(() => socket.destroyed || socket.readableEnded)
    socket.destroy()
  }
  const { status, socket } = await publish(port, 'live', KEY)
  expect(status).toMatchObject({ code: 'NetStream.Publish.Start' })
  expect(onTrouble).not.toHaveBeenCalled()
  socket.destroy()
})
