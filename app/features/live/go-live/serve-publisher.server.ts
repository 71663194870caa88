import type { RawData, WebSocket } from 'ws'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { PendingConnection } from '../../../platform/rate-limits/pending-connections.server.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { findPlayback } from '../find-playback.ts'
import type { Ingest } from '../ingest/ingest.server.ts'
import {
  type Connection,
  type Publisher,
  PublishRejected,
  StreamStopped,
} from '../ingest/publisher.server.ts'
import { AUDIO, CLOSE_CODES, type PublisherNews, VIDEO, WELCOME } from './contract.ts'

type PublisherSocket = { socket: WebSocket; pending: PendingConnection; address: string; key: string }

const HEADER_BYTES = 5
const IDLE_MS = 10_000
const MAX_CLOSING_MS = 1_000
const MAX_REASON_BYTES = 123
/** A publisher that sends pings and does not read the answers. */
const MAX_UNREAD = 256 * 1024

/** Passes a browser's messages on to the ingest, from the check of the key to the end of the connection. */
export async function servePublisher(
  { ingest, log }: { ingest: Ingest; log: Log },
  { socket, pending, address, key }: PublisherSocket,
): Promise<void> {
  let publisher: Publisher | undefined
  const idle = setTimeout(() => socket.terminate(), IDLE_MS)

  function close(why?: PublishRejected): void {
    if (socket.readyState !== socket.OPEN) return
    if (why instanceof StreamStopped) send({ stopped: why.stop })
    if (why) socket.close(CLOSE_CODES[why.reason], shorten(why.message))
    else socket.terminate()
    setTimeout(() => socket.terminate(), MAX_CLOSING_MS).unref()
  }

  const onState: Connection['onState'] = ({ npcId, state }) => {
    const { stillUrl = '' } = findPlayback([], npcId)
    send({ state, stillUrl })
  }

  const onLeaveOut: Connection['onLeaveOut'] = (track) => send({ leftOut: track })

  function send(news: PublisherNews): void {
    socket.send(JSON.stringify(news))
  }

  function receive(data: RawData, isBinary: boolean): void {
    if (socket.readyState !== socket.OPEN) return
    idle.refresh()
    try {
      publisher?.receive(readMessage(data, isBinary))
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown): void {
    const rejection = error instanceof PublishRejected ? error : undefined
    if (rejection === undefined) log.error({ err: error }, 'a publisher could not be served')
    close(rejection)
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

  // Nothing is read before the key has been accepted.
  socket.pause()
  socket.on('error', () => {})
  socket.on('close', end)
  socket.on('message', receive)
  socket.on('ping', () => {
    if (socket.bufferedAmount > MAX_UNREAD) socket.terminate()
  })
  try {
    const admitted = await ingest.admit(key, { address, close, onState, onLeaveOut })
    if (socket.readyState !== socket.OPEN) return admitted.end()
    publisher = admitted
    pending.release()
    socket.send(WELCOME)
    socket.resume()
  } catch (error) {
    fail(error)
  }
}

/** A close frame has room for 123 bytes. */
function shorten(sentence: string): string {
  return Buffer.byteLength(sentence) > MAX_REASON_BYTES ? '' : sentence
}

function readMessage(data: RawData, isBinary: boolean): RtmpMessage {
  const isWhole = isBinary && Buffer.isBuffer(data) && data.length > HEADER_BYTES
  const type = isWhole ? data[0] : undefined
  if (!isWhole || (type !== AUDIO && type !== VIDEO))
    throw new PublishRejected('What was sent is neither video nor audio.')
  return { type, timestamp: data.readUInt32BE(1), streamId: 0, payload: data.subarray(HEADER_BYTES) }
}
