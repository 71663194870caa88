import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../tests/support/until.ts'
import { handleErrors } from './handle-errors.ts'
import { limitConnections } from './limit-connections.ts'

let app: FastifyInstance
const sockets: Socket[] = []

beforeEach(() => {
  app = Fastify()
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** Linux gives the whole of 127/8 to loopback; here every connection is said to come from `address`. */
async function open(address: string, options: Partial<Parameters<typeof limitConnections>[1]> = {}) {
  app.server.on('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: address }),
  )
  limitConnections(app, { trustProxy: [], limits: { perAddress: 2, perNetwork: 100 }, ...options })
  handleErrors(app)
  app.get('/', async () => 'served')
  await app.listen({ host: '127.0.0.1', port: 0 })
}

async function ask(): Promise<{ socket: Socket; status: number; head: string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const head = String((await once(socket, 'data'))[0])
  return { socket, status: Number(head.split(' ', 2)[1]), head }
}

async function askTimes(times: number): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < times) statuses.push((await ask()).status)
  return statuses
}

test('a connection over the limit of its address gets 429 and is closed, and a freed place can be taken', async () => {
  await open('203.0.113.1')
  const first = await ask()
  expect(await askTimes(1)).toEqual([200])
  const third = await ask()
  expect(third.status).toBe(429)
  expect(third.head).toMatch(/retry-after: 60\r\n/i)
  expect(third.head).toMatch(/connection: close\r\n/i)
  await until(() => third.socket.closed)
  first.socket.destroy()
  await until(async () => (await ask()).status === 200)
})

test.each([
  ['a proxy that was named', '203.0.113.1', ['203.0.113.0/24']],
  ['a proxy seen through a socket for both versions', '::ffff:203.0.113.1', ['203.0.113.1']],
  ['an IPv6 proxy', '2001:db8::1', ['2001:db8::/32']],
  ['the machine itself', '127.0.0.1', []],
])('%s has no limit of connections', async (_, address, trustProxy) => {
  await open(address, { trustProxy })
  expect(await askTimes(5)).toEqual([200, 200, 200, 200, 200])
})

test.each([
  ['192.0.2.9', undefined],
  ['192.0.2.9', '198.51.100.1'],
  ['127.0.0.1', undefined],
  ['127.0.0.1', '198.51.100.1'],
  ['127.0.0.1', '198.51.100.1, 198.51.100.2'],
  ['127.0.0.1', '198.51.100.1, 10.0.0.1'],
  ['127.0.0.1', '10.0.0.1'],
])(
  'a caller at %s that says %s has the address that the framework finds',
  async (remoteAddress, forwarded) => {
    const trustProxy = ['127.0.0.1', '10.0.0.0/8']
    const server = Fastify({ trustProxy })
    const { addressOf } = limitConnections(server, { trustProxy })
    server.get('/', async ({ ip }) => ip)
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const { body } = await server.inject({ url: '/', remoteAddress, headers })
    expect(addressOf({ remoteAddress } as Socket, forwarded)).toBe(body)
    await server.close()
  },
)
