import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { BACKLOG, CAN_SHARE_PORT } from '../listen.ts'

/**
 * Node.js accepts one connection per listening socket per turn of the event loop, and a turn with a thousand busy
 * connections is long: new connections, including health checks, would wait for seconds.
 */
const LISTENERS = 64
const IDLE_CHECK_MS = 100
/** How node:http opens its own listening socket. */
const AS_HTTP = { allowHalfOpen: true, noDelay: true }

/** Opens more listening sockets on the server's port; the kernel spreads new connections over them. */
export function acceptFaster(app: FastifyInstance, log: Log): void {
  const listeners: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()

  app.addHook('onListen', async () => {
    if (!CAN_SHARE_PORT) return
    const { address: host, port } = app.server.address() as AddressInfo
    try {
      while (listeners.length < LISTENERS - 1) listeners.push(await openListener(app, host, port))
    } catch (error) {
      log.warn({ err: error }, 'the port could not be opened more than once')
    }
  })

  app.addHook('preClose', async () => {
    closed = Promise.all(listeners.map(closeListener))
  })
  // The server has closed its own connections by now, but not those that came through the listeners.
  app.addHook('onClose', async () => {
    const checking = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    await closed
    clearInterval(checking)
  })
}

async function openListener(app: FastifyInstance, host: string, port: number): Promise<Server> {
  const listener = createServer(AS_HTTP, (socket) => app.server.emit('connection', socket))
  listener.listen({ host, port, reusePort: true, backlog: BACKLOG })
  await once(listener, 'listening')
  return listener
}

function closeListener(listener: Server): Promise<void> {
  return new Promise((resolve) => listener.close(() => resolve()))
}
