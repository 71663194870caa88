import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { HttpProblem } from '../../../platform/http/http-problem.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { endSoon } from '../../../platform/network/end-soon.server.ts'
import { responseOf } from '../../../platform/network/response-of.server.ts'
import { LARGEST_MESSAGE } from '../../../platform/rtmp/chunk-reader.server.ts'
import type { Ingest } from '../ingest/ingest.server.ts'
import { PUBLISH_PATH, PUBLISH_PROTOCOL } from './contract.ts'
import { servePublisher } from './serve-publisher.server.ts'

type Options = { ingest: Ingest; log: Log; publicUrl: string }

const MAX_PUBLISHERS = 1_000
const MAX_FRAGMENTS = 1_024
/** The largest message, arriving in packets of a few hundred bytes. */
const MAX_CHUNKS = 16 * 1024

/** Fastify treats every other upgrade as a plain request. */
export function isPublishUpgrade({ url, headers }: IncomingMessage): boolean {
  return url === PUBLISH_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Receives streams from browsers, with the same keys and rules as RTMP. */
export async function publishApi(api: FastifyInstance, { ingest, log, publicUrl }: Options): Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    // A fragment waiting for the rest of its message costs far more memory than its bytes.
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_CHUNKS,
    handleProtocols: (protocols) => protocols.has(PUBLISH_PROTOCOL) && PUBLISH_PROTOCOL,
  })
  const upgrades = new WeakMap<IncomingMessage, { connection: Duplex; head: Buffer }>()

  /** Routed as a request, so that Fastify resolves the address behind a proxy and a rejection is an ordinary response. */
  function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    if (!isPublishUpgrade(request)) return
    // Sent behind a request whose answer is not out yet.
    if (responseOf(connection)) return void connection.destroy()
    upgrades.set(request, { connection, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(connection as Socket)
    response.on('finish', () => endSoon(connection))
    connection.on('error', () => connection.destroy())
    api.routing(request, response)
  }

  api.get(PUBLISH_PATH, async (request, reply) => {
    const upgraded = upgrades.get(request.raw)
    if (upgraded === undefined) throw new HttpProblem(426, 'Streams are sent here by WebSocket.')
    const { origin, host } = request.headers
    // Programs other than browsers send no origin.
    if (![undefined, publicUrl, `http://${host}`, `https://${host}`].includes(origin))
      throw new HttpProblem(403, 'Streams are sent from pages of this site.')
    if (sockets.clients.size >= MAX_PUBLISHERS) throw new HttpProblem(503, 'Too many are sending just now.')
    const { connection, head } = upgraded
    const { ip: address } = request
    const pending = ingest.pending.open(address, () => connection.destroy())
    connection.once('close', pending.release)
    reply.hijack()
    const [, key = ''] = request.headers['sec-websocket-protocol']?.split(',') ?? []
    reply.raw.detachSocket(connection as Socket)
    sockets.handleUpgrade(request.raw, connection, head, (socket) =>
      servePublisher({ ingest, log }, { socket, pending, address, key: key.trim() }),
    )
    return reply
  })

  api.server.on('upgrade', upgrade)
  api.addHook('preClose', async () => {
    api.server.off('upgrade', upgrade)
    for (const socket of sockets.clients) socket.terminate()
  })
}
