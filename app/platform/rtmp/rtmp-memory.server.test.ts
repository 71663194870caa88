import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { heldBytes } from '../../../tests/support/site/held-memory.ts'
import { createFakeSocket } from '../../../tests/support/video/fake-socket.ts'
import { u32 } from '../bytes.server.ts'
import { createPendingConnections, PENDING_LIMITS } from '../rate-limits/pending-connections.server.ts'
import { encodeAmf0 } from './amf0.server.ts'
import { encodeMessage } from './encode-message.server.ts'
import { createRtmpServer } from './rtmp-server.server.ts'

const KEY = 'the-right-key'
const SOCKETS = 1_000
const MAX_GROWTH_BYTES = 100 * 1024 * 1024
const TINY_CHUNKS = encodeMessage(2, { type: 1, timestamp: 0, streamId: 0, payload: u32(1) }, 128)
const sockets: Duplex[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

function openServer() {
  const onTrouble = vi.fn()
  const server = createRtmpServer({
    onTrouble,
    pending: createPendingConnections(),
    admit: async () => ({ receive: () => {}, end: () => {} }),
  })
  return { server, onTrouble }
}

function connect(server: ReturnType<typeof createRtmpServer>, address: string): Duplex {
  const socket = createFakeSocket(address)
  sockets.push(socket)
  server.emit('connection', socket)
  socket.push(Buffer.concat([Buffer.of(3), randomBytes(2 * 1536), TINY_CHUNKS]))
  return socket
}

/** The first `sent` bytes of a message of `length`, one byte per chunk. */
function unfinished(length: number, sent: number): Buffer {
  const header = Buffer.from([4, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0])
  header.writeUIntBE(length, 4, 3)
  return Buffer.concat([header, Buffer.alloc(2 * sent, Buffer.of(0, 0b1100_0100))])
}

const command = (...values: Parameters<typeof encodeAmf0>) =>
  encodeMessage(3, { type: 20, timestamp: 0, streamId: 0, payload: encodeAmf0(...values) }, 1)

const isOpen = (socket: Duplex) => !socket.destroyed

/** Each from another network. */
async function connectMany(bytes: Buffer): Promise<ReturnType<typeof openServer>> {
  const opened = openServer()
  for (let place = 0; place < SOCKETS; place += 1) {
    connect(opened.server, `10.${place >> 8}.${place & 255}.1`).push(bytes)
    await nextTurn()
  }
  return opened
}

test('1,000 sockets with 60 kB of an unfinished message in chunks of one byte hold less than 100 MB', async () => {
  const before = heldBytes()
  const { onTrouble } = await connectMany(unfinished(60_000, 30_000))
  expect(heldBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
  expect(sockets.filter(isOpen)).toEqual([])
  expect(onTrouble).not.toHaveBeenCalled()
})

test('of 1,000 sockets with an unfinished message of 16 KiB the oldest are closed for the newest, and all hold less than 100 MB', async () => {
  const bytes = unfinished(16 * 1024, 7_000)
  const before = heldBytes()
  await connectMany(bytes)
  expect(heldBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
  const open = sockets.filter(isOpen)
  expect(open.length).toBeGreaterThan(100)
  expect(open.length * bytes.length).toBeLessThanOrEqual(PENDING_LIMITS.totalBytes)
  expect(open).toEqual(sockets.slice(-open.length))
})

test('one address has eight sockets without a key, and its network has room for others', async () => {
  const { server } = openServer()
  for (let times = 0; times < 20; times += 1) connect(server, '203.0.113.7')
  await nextTurn()
  expect(sockets.filter(isOpen)).toHaveLength(PENDING_LIMITS.perAddress)
  expect(isOpen(connect(server, '203.0.113.8'))).toBe(true)
})

test('with a key, 4 MiB in chunks of one byte take little more than 4 MiB', async () => {
  const { server, onTrouble } = openServer()
  const socket = connect(server, '203.0.113.7')
  socket.push(Buffer.concat([command('connect', 1, { app: 'live' }), command('publish', 5, null, KEY)]))
  await nextTurn()
  const bytes = unfinished(4_000_000, 3_999_999)
  const before = heldBytes()
  for (let at = 0; at < bytes.length; at += 65_536) {
    socket.push(bytes.subarray(at, at + 65_536))
    await nextTurn()
  }
  expect(isOpen(socket)).toBe(true)
  expect(heldBytes() - before).toBeLessThan(16 * 1024 * 1024)
  expect(onTrouble).not.toHaveBeenCalled()
})
