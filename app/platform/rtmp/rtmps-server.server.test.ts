import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Server } from 'node:tls'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askToPublish, connectRtmp } from '../../../scripts/camera/rtmp-client.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { until } from '../../../tests/support/until.ts'
import { createPendingConnections, PENDING_LIMITS } from '../rate-limits/pending-connections.server.ts'
import { createRtmpsServer } from './rtmp-server.server.ts'

const { perAddress } = PENDING_LIMITS
const onTrouble = vi.fn()
let certificate: { cert: Buffer; key: Buffer }
let server: Server
let sockets: Socket[]
let limits: typeof PENDING_LIMITS
let handshakeWithinMs: number | undefined

beforeAll(async () => {
  const folder = await temporaryFolder()
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', cert],
  ])
  certificate = { cert: await readFile(cert), key: await readFile(key) }
  await folder.remove()
})

beforeEach(() => {
  sockets = []
  limits = PENDING_LIMITS
  handshakeWithinMs = undefined
  onTrouble.mockClear()
})

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function listen(): Promise<number> {
  const pending = createPendingConnections(limits)
  const admit = async () => ({ receive: () => {}, end: () => {} })
  server = createRtmpsServer({ onTrouble, pending, admit }, certificate, handshakeWithinMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A connection that never starts the TLS handshake. */
function connectSilently(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  sockets.push(socket)
  return socket
}

async function publish(port: number) {
  const client = await connectRtmp({ host: '127.0.0.1', port, isTls: true, rejectUnauthorized: false })
  sockets.push(client.socket)
  return askToPublish(client, 'live', 'key')
}

const openSockets = () => sockets.filter((socket) => !socket.destroyed).length

test('an address has eight connections in the handshake; the oldest make way for its publisher', async () => {
  const port = await listen()
  for (let times = 0; times < 3 * perAddress; times += 1) connectSilently(port)
  await until(() => openSockets() === perAddress)
  expect(await publish(port)).toMatchObject({ code: 'NetStream.Publish.Start' })
  expect(onTrouble).not.toHaveBeenCalled()
})

test('connections of publishers with a key do not count', async () => {
  const port = await listen()
  for (let times = 0; times < 2 * perAddress; times += 1)
    expect(await publish(port)).toMatchObject({ code: 'NetStream.Publish.Start' })
})

test('when all places are taken, the oldest connection in the handshake is closed for the publisher', async () => {
  limits = { ...PENDING_LIMITS, total: 3 }
  const port = await listen()
  const silent = [1, 2, 3].map(() => connectSilently(port))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  expect(await publish(port)).toMatchObject({ code: 'NetStream.Publish.Start' })
  await until(() => silent.some((socket) => socket.destroyed))
})

test('garbage instead of a handshake frees its place', async () => {
  const port = await listen()
  for (let times = 0; times < 3 * perAddress; times += 1) {
    const socket = connectSilently(port)
    socket.end('GET / HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
  }
  const status = await until(() => publish(port).catch(() => undefined))
  expect(status).toMatchObject({ code: 'NetStream.Publish.Start' })
})

test('a handshake that takes too long is ended', async () => {
  handshakeWithinMs = 100
  const socket = connectSilently(await listen())
  await once(socket, 'close')
  expect(onTrouble).not.toHaveBeenCalled()
})
