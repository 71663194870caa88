import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import { limitConcurrent } from '../../app/platform/rate-limits/concurrent-limits.server.ts'

const LIMITS = { perAddress: 1_000, perNetwork: 10_000 }
const MAX_CONNECTIONS = 120_000
/** Reserved for files, the database and incoming streams. */
const RESERVED_DESCRIPTORS = 1_000
const REJECTED_CLOSE_MS = 5_000

type Options = { trustProxy: string[]; limits?: typeof LIMITS }

export type Connections = ReturnType<typeof limitConnections>

/** A connection over its address's limit gets a single 429; over the limit of the process it is dropped. */
export function limitConnections(app: FastifyInstance, { trustProxy, limits = LIMITS }: Options) {
  const perVisitor = limitConcurrent(limits)
  const proxies = listProxies(trustProxy)
  const rejected = new WeakSet<Socket>()
  const maxConnections = maxOpenConnections()
  let open = 0

  app.server.maxConnections = maxConnections
  app.server.on('connection', (socket: Socket) => {
    if (open >= maxConnections) return void socket.destroy()
    open += 1
    const address = socket.remoteAddress ?? ''
    const leave = isProxy(proxies, address) ? () => {} : perVisitor.enter(address)
    if (leave === undefined) {
      rejected.add(socket)
      setTimeout(() => socket.destroy(), REJECTED_CLOSE_MS).unref()
    }
    socket.once('close', () => {
      open -= 1
      leave?.()
    })
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (!rejected.has(request.raw.socket)) return done()
    reply.header('connection', 'close')
    done(new HttpProblem(429, undefined, 60))
  })

  const isFromProxy = (socket: Socket) => isProxy(proxies, socket.remoteAddress ?? '')
  return {
    isRejected: (socket: Socket) => rejected.has(socket),
    isFromProxy,
    /** Of the visitor: the last address that is no proxy of ours, as the framework finds it. */
    addressOf(socket: Socket, forwardedFor: string | undefined): string {
      const hops = forwardedFor?.split(',').map((hop) => hop.trim()) ?? []
      let address = socket.remoteAddress ?? ''
      while (hops.length > 0 && isProxy(proxies, address)) address = hops.pop() ?? ''
      return address
    },
    /** What the last proxy says, for answers that do not come from the framework. */
    cameByTls: ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) =>
      String(headers['x-forwarded-proto']).split(',').at(-1)?.trim() === 'https' && isFromProxy(socket),
  }
}

export function listProxies(trustProxy: string[]): BlockList {
  const proxies = new BlockList()
  for (const network of trustProxy) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  return proxies
}

/** IPv4 addresses arrive mapped to IPv6 when the server listens on both. */
export function isProxy(proxies: BlockList, address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  const version = isIP(plain)
  return version !== 0 && proxies.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** A process without free descriptors cannot reach its database. */
function maxOpenConnections(): number {
  const descriptors = Number(/^Max open files\s+(\d+)/m.exec(readLimits())?.[1] ?? MAX_CONNECTIONS)
  return Math.min(MAX_CONNECTIONS, Math.max(RESERVED_DESCRIPTORS, descriptors - RESERVED_DESCRIPTORS))
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
