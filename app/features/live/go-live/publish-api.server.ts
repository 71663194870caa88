import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { HttpProblem } from '../../../platform/http/http-problem.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { PendingConnection } from '../../../platform/rate-limits/pending-connections.server.ts'
import { LARGEST_MESSAGE, type RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { type Publisher, PublishRejected } from '../../../platform/rtmp/rtmp-server.server.ts'
import type { Ingest } from '../ingest/ingest.server.ts'
import { AUDIO, CLOSE_CODES, PUBLISH_PATH, PUBLISH_PROTOCOL, VIDEO } from './contract.ts'

type Needs = { ingest: Ingest; log: Log; publicUrl: string }
type Upgrade = { connection: Duplex; head: Buffer }

const HEADER_BYTES = 5
const IDLE_MS = 10_000
const GOODBYE_MS = 1_000
const MAX_SENDERS = 1_000
const MAX_FRAGMENTS = 1_024
/** The largest message in packets of a few hundred bytes. */
const MAX_CHUNKS = 16 * 1024

/** Everything else stays what it is for those who do not ask: a request. */
export function isPublishUpgrade({ url, headers }: IncomingMessage): boolean {
  return url === PUBLISH_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Takes streams in from browsers, with the same keys and the same rules as RTMP. */
export async function publishApi(api: FastifyInstance, { ingest, log, publicUrl }: Needs): Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    // Each piece that waits for the rest of its message costs far more than its bytes.
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_CHUNKS,
    handleProtocols: (protocols) => protocols.has(PUBLISH_PROTOCOL) && PUBLISH_PROTOCOL,
  })
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()

  /** Goes the way of every request, so that the address behind a proxy is known, and a refusal is an ordinary answer. */
  function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    if (!isPublishUpgrade(request)) return
    upgrades.set(request, { connection, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(connection as Socket)
    response.on('finish', () => connection.end())
    connection.on('error', () => connection.destroy())
    api.routing(request, response)
  }

  api.get(PUBLISH_PATH, async (request, reply) => {
    const asked = upgrades.get(request.raw)
    if (asked === undefined) throw new HttpProblem(426, 'Streams are sent here by WebSocket.')
    const { origin, host } = request.headers
    if (!mayConnect(origin, [publicUrl, `http://${host}`, `https://${host}`]))
      throw new HttpProblem(403, 'Streams are sent from pages of this site.')
    if (sockets.clients.size >= MAX_SENDERS) throw new HttpProblem(503, 'Too many are sending just now.')
    const { connection, head } = asked
    const pending = ingest.pending.open(request.ip, () => connection.destroy())
    connection.once('close', pending.release)
    reply.hijack()
    const [, key = ''] = request.headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? []
    reply.raw.detachSocket(connection as Socket)
    sockets.handleUpgrade(request.raw, connection, head, (socket) => serve(socket, pending, request.ip, key))
    return reply
  })

  async function serve(
    socket: WebSocket,
    pending: PendingConnection,
    address: string,
    key: string,
  ): Promise<void> {
    let publisher: Publisher | undefined
    const idle = setTimeout(() => socket.terminate(), IDLE_MS)

    function sendAway(why?: PublishRejected): void {
      if (socket.readyState !== socket.OPEN) return
      if (why) socket.close(CLOSE_CODES[why.reason], why.message)
      else socket.terminate()
      setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
    }

    function receive(data: RawData, isBinary: boolean): void {
      if (socket.readyState !== socket.OPEN) return
      idle.refresh()
      try {
        publisher?.receive(readMessage(data, isBinary))
      } catch (error) {
        leave(error)
      }
    }

    function leave(error: unknown): void {
      const refused = error instanceof PublishRejected ? error : undefined
      if (refused === undefined) log.error({ err: error }, 'a publisher could not be served')
      sendAway(refused)
      end()
    }

    function end(): void {
      clearTimeout(idle)
      pending.release()
      const ending = publisher
      publisher = undefined
      try {
        ending?.end()
      } catch (error) {
        log.error({ err: error }, 'a publisher could not be served')
      }
    }

    // Nothing is read until the key has been looked at, and nothing after it without one.
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', end)
    socket.on('message', receive)
    try {
      const admitted = await ingest.admit(key, { address, close: sendAway })
      if (socket.readyState !== socket.OPEN) return admitted.end()
      publisher = admitted
      pending.release()
      socket.send('welcome')
      socket.resume()
    } catch (error) {
      leave(error)
    }
  }

  api.server.on('upgrade', upgrade)
  api.addHook('preClose', async () => {
    api.server.off('upgrade', upgrade)
    for (const socket of sockets.clients) socket.terminate()
  })
}

/** Programs name no origin; a browser names that of the page. */
function mayConnect(origin: string | undefined, allowed: string[]): boolean {
  return origin === undefined || allowed.includes(origin)
}

function readMessage(data: RawData, isBinary: boolean): RtmpMessage {
  const isWhole = isBinary && Buffer.isBuffer(data) && data.length > HEADER_BYTES
  const type = isWhole ? data[0] : undefined
  if (!isWhole || (type !== AUDIO && type !== VIDEO))
    throw new PublishRejected('What was sent is neither a picture nor sound.')
  return { type, timestamp: data.readUInt32BE(1), streamId: 0, payload: data.subarray(HEADER_BYTES) }
}
