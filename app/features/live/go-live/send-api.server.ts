import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../../../platform/logging.server.ts'
import { Refusal } from '../../../platform/refusal.server.ts'
import { LARGEST_MESSAGE, type RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { type Publisher, Refused } from '../../../platform/rtmp/rtmp-server.server.ts'
import type { Ingest } from '../ingest.server.ts'
import { CLOSE_CODES, PICTURE, SEND_PATH, SEND_PROTOCOL, SOUND } from './contract.ts'

type Needs = { ingest: Ingest; log: Log }

const HEADER_BYTES = 5
const IDLE_MS = 10_000
const GOODBYE_MS = 1_000
const MOST_SENDERS = 1_000

/** Everything else stays what it is for those who do not ask: a request. */
export function asksToSend({ url, headers }: IncomingMessage): boolean {
  return url === SEND_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Takes streams in from browsers, with the same keys and the same rules as RTMP. */
export async function sendApi(api: FastifyInstance, { ingest, log }: Needs): Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    handleProtocols: (protocols) => protocols.has(SEND_PROTOCOL) && SEND_PROTOCOL,
  })

  function upgrade(request: IncomingMessage, line: Duplex, head: Buffer): void {
    if (!asksToSend(request)) return
    const [, key = ''] = request.headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? []
    if (sockets.clients.size >= MOST_SENDERS) line.destroy()
    else sockets.handleUpgrade(request, line, head, (socket) => serve(socket, key))
  }

  async function serve(socket: WebSocket, key: string): Promise<void> {
    let publisher: Publisher | undefined
    const idle = setTimeout(() => socket.terminate(), IDLE_MS)

    function sendAway(why?: Refused): void {
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
      const refused = error instanceof Refused ? error : undefined
      if (refused === undefined) log.error({ err: error }, 'a publisher could not be served')
      sendAway(refused)
      end()
    }

    function end(): void {
      clearTimeout(idle)
      publisher?.end()
      publisher = undefined
    }

    // Nothing is read until the key has been looked at, and nothing after it without one.
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', end)
    socket.on('message', receive)
    try {
      const admitted = await ingest.admit(key, { close: sendAway })
      if (socket.readyState !== socket.OPEN) return admitted.end()
      publisher = admitted
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
  api.get(SEND_PATH, async () => {
    throw new Refusal(426, 'Streams are sent here by WebSocket.')
  })
}

function readMessage(data: RawData, isBinary: boolean): RtmpMessage {
  const isWhole = isBinary && Buffer.isBuffer(data) && data.length > HEADER_BYTES
  const type = isWhole ? data[0] : undefined
  if (!isWhole || (type !== SOUND && type !== PICTURE))
    throw new Refused('What was sent is neither a picture nor sound.')
  return { type, timestamp: data.readUInt32BE(1), streamId: 0, payload: data.subarray(HEADER_BYTES) }
}
