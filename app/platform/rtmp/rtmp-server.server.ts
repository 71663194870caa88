import { randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { u32 } from '../bytes.server.ts'
import type { PendingConnection, PendingConnections } from '../rate-limits/pending-connections.server.ts'
import { type AmfValue, decodeAmf0, encodeAmf0, MalformedAmf } from './amf0.server.ts'
import {
  createChunkReader,
  FIRST_CHUNK_SIZE,
  LARGEST_MESSAGE,
  MalformedRtmp,
  type RtmpMessage,
} from './chunk-reader.server.ts'
import { encodeMessage } from './encode-message.server.ts'

/** Who wants to publish: `rtmp://host/app` and the key, as OBS asks for them. */
export type PublishRequest = { app: string; key: string }

/** Somebody who was let in; `receive` may throw a `PublishRejected` with a sentence for him. */
export type Publisher = { receive(message: RtmpMessage): void; end(): void }

/** A `PublishRejected` given to `close` is reported to the publisher. */
export type Connection = {
  /** As far as it is known. */
  address: string | undefined
  close(why?: PublishRejected): void
}

type Needs = {
  /** Throws a `PublishRejected` with a sentence that a person at OBS understands. */
  admit(request: PublishRequest, connection: Connection): Promise<Publisher>
  pending: PendingConnections
  onTrouble(error: unknown): void
}

/** Whether another try may help depends on what is wrong: the key, that somebody else sends with it, or what is sent. */
export type RejectionReason = 'key' | 'later' | 'taken over' | 'stream'

/** The message is a sentence for the person who sends. */
export class PublishRejected extends Error {
  override name = 'PublishRejected'
  readonly reason: RejectionReason

  constructor(sentence: string, reason: RejectionReason = 'stream') {
    super(sentence)
    this.reason = reason
  }
}

const VERSION = 3
const HANDSHAKE_BYTES = 1536
/** Of the codes there are, the one whose sentence both OBS and ffmpeg show. */
const DENIED = 'NetStream.Publish.Denied'
/** The name of the stream is somebody else's. */
export const TAKEN_OVER = 'NetStream.Publish.BadName'
const IDLE_MS = 10_000
const GOODBYE_MS = 500
/** Who has not shown a key by then has none. */
const KEY_WITHIN_MS = 20_000
const MAX_BYTES_BEFORE_KEY = 64 * 1024
/** Commands are a few hundred bytes; video comes after the key. */
const LARGEST_MESSAGE_BEFORE_KEY = 16 * 1024
/** A last resort: connections without a key are bounded more tightly, and each NPC has one publisher. */
const MAX_CONNECTIONS = 4_000
const TLS_HANDSHAKE_WITHIN_MS = 10_000
const WINDOW_BYTES = 5_000_000
const OUR_CHUNK_SIZE = 4096

const ACKNOWLEDGEMENT = 3
const USER_CONTROL = 4
const WINDOW_SIZE = 5
const PEER_BANDWIDTH = 6
const CHUNK_SIZE = 1
export const AUDIO = 8
export const VIDEO = 9
const COMMAND_AMF3 = 17
const COMMAND = 20
const CONTROL_STREAM = 2
const COMMAND_STREAM = 3
const PUBLISH_STREAM_ID = 1

/** Takes publishers in, and nobody else: what is sent here can be seen by no one who asks this port for it. */
export function createRtmpServer(needs: Needs): Server {
  const server = createServer({ noDelay: true }, (socket) => {
    serve(
      socket,
      needs.pending.open(socket.remoteAddress, () => socket.destroy()),
      needs,
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

export function createRtmpsServer(needs: Needs, certificate: { cert: Buffer; key: Buffer }): TlsServer {
  const pendingByPeer = new Map<string, PendingConnection>()
  const server = createTlsServer(
    { ...certificate, noDelay: true, handshakeTimeout: TLS_HANDSHAKE_WITHIN_MS },
    (socket) => {
      const pending = pendingByPeer.get(peerOf(socket))
      if (pending) serve(socket, pending, needs)
      else socket.destroy()
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  // A handshake costs more than anything before the key: the connection counts from its first packet.
  server.prependListener('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    const pending = needs.pending.open(socket.remoteAddress, () => socket.destroy())
    pendingByPeer.set(peer, pending)
    socket.once('close', () => {
      pending.release()
      pendingByPeer.delete(peer)
    })
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function serve(socket: Socket, pending: PendingConnection, { admit, onTrouble }: Needs): void {
  const reader = createChunkReader(
    (message) => receive(message),
    () => (publisher ? LARGEST_MESSAGE : LARGEST_MESSAGE_BEFORE_KEY),
  )
  let greeting: Buffer | undefined = Buffer.alloc(0)
  let app = ''
  let publisher: Publisher | undefined
  let receivedBytes = 0
  let acknowledgedBytes = 0
  let chunkSize = FIRST_CHUNK_SIZE
  let hasAsked = false
  let isOver = false

  socket.setTimeout(IDLE_MS, () => socket.destroy())
  const patience = setTimeout(() => socket.destroy(), KEY_WITHIN_MS)
  socket.on('error', () => {})
  socket.on('close', end)
  socket.on('data', (bytes) => {
    try {
      read(bytes)
    } catch (error) {
      leave(error)
    }
  })

  function end(): void {
    isOver = true
    clearTimeout(patience)
    pending.release()
    const ending = publisher
    publisher = undefined
    try {
      ending?.end()
    } catch (error) {
      onTrouble(error)
    }
  }

  function leave(error: unknown): void {
    if (isOver) return
    if (error instanceof PublishRejected) refuse(error)
    else socket.destroy()
    const isTheirFault = [PublishRejected, MalformedRtmp, MalformedAmf].some((kind) => error instanceof kind)
    if (!isTheirFault) onTrouble(error)
    end()
  }

  function dismiss(why?: PublishRejected): void {
    if (why) leave(why)
    else if (!isOver) socket.destroy()
  }

  function refuse({ reason, message }: PublishRejected): void {
    sendStatus('error', reason === 'taken over' ? TAKEN_OVER : DENIED, message)
    socket.end()
    const goodbye = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
    socket.once('close', () => clearTimeout(goodbye))
  }

  function read(bytes: Buffer): void {
    if (isOver) return
    receivedBytes += bytes.length
    if (publisher === undefined) {
      if (receivedBytes > MAX_BYTES_BEFORE_KEY) throw new MalformedRtmp('so many bytes, and no key')
      pending.addBytes(bytes.length)
    }
    if (receivedBytes - acknowledgedBytes > WINDOW_BYTES / 2) {
      acknowledgedBytes = receivedBytes
      send(CONTROL_STREAM, ACKNOWLEDGEMENT, 0, u32(receivedBytes % 2 ** 32))
    }
    if (greeting === undefined) reader.read(bytes)
    else greet(Buffer.concat([greeting, bytes]))
  }

  /** C0 and C1 are answered at once; C2 is only waited for. */
  function greet(bytes: Buffer): void {
    if (bytes.length > 0 && bytes[0] !== VERSION) throw new MalformedRtmp('this is not RTMP')
    const hadFirst = (greeting?.length ?? 0) > HANDSHAKE_BYTES
    const hasFirst = bytes.length > HANDSHAKE_BYTES
    if (hasFirst && !hadFirst) {
      const ours = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)])
      socket.write(Buffer.concat([Buffer.of(VERSION), ours, bytes.subarray(1, 1 + HANDSHAKE_BYTES)]))
    }
    const whole = 1 + 2 * HANDSHAKE_BYTES
    greeting = bytes.length < whole ? bytes : undefined
    if (greeting === undefined && bytes.length > whole) reader.read(bytes.subarray(whole))
  }

  function receive(message: RtmpMessage): void {
    const { type, payload } = message
    if (type === COMMAND) obey(decodeAmf0(payload))
    else if (type === COMMAND_AMF3) obey(decodeAmf0(payload.subarray(1)))
    else if (type === AUDIO || type === VIDEO) publisher?.receive(message)
  }

  function obey([name, transaction, ...rest]: AmfValue[]): void {
    if (name === 'connect') connect(transaction, rest[0])
    else if (name === 'createStream') answer('_result', transaction, null, PUBLISH_STREAM_ID)
    else if (name === 'publish') publish(rest[1])
    else if (name === 'deleteStream' || name === 'FCUnpublish') socket.end()
    else if (name === 'play') throw new MalformedRtmp('nobody watches here')
  }

  function connect(transaction: AmfValue, options: AmfValue): void {
    const asked = (isFields(options) ? options.app : undefined) ?? ''
    if (typeof asked !== 'string') throw new PublishRejected('The name of the application is not text.')
    app = asked.split('?', 1)[0]?.replace(/\/+$/, '') ?? ''
    send(CONTROL_STREAM, WINDOW_SIZE, 0, u32(WINDOW_BYTES))
    send(CONTROL_STREAM, PEER_BANDWIDTH, 0, Buffer.concat([u32(WINDOW_BYTES), Buffer.of(2)]))
    send(CONTROL_STREAM, CHUNK_SIZE, 0, u32(OUR_CHUNK_SIZE))
    chunkSize = OUR_CHUNK_SIZE
    const isOpen = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Welcome.' }
    answer(
      '_result',
      transaction,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      { ...isOpen, objectEncoding: 0 },
    )
  }

  function publish(asked: AmfValue): void {
    if (hasAsked) throw new MalformedRtmp('there is a publisher on this connection')
    hasAsked = true
    const key = asked ?? ''
    if (typeof key !== 'string') throw new PublishRejected('The stream key is not text.', 'key')
    // Nothing is read until the key has been looked at: without one not a byte is taken.
    socket.pause()
    admit({ app, key }, { address: socket.remoteAddress, close: dismiss })
      .then((admitted) => {
        if (isOver) return admitted.end()
        publisher = admitted
        clearTimeout(patience)
        pending.release()
        send(CONTROL_STREAM, USER_CONTROL, 0, Buffer.from([0, 0, 0, 0, 0, PUBLISH_STREAM_ID]))
        sendStatus('status', 'NetStream.Publish.Start', 'You are live.')
        socket.resume()
      })
      .catch(leave)
  }

  function sendStatus(level: 'status' | 'error', code: string, description: string): void {
    const status = encodeAmf0('onStatus', 0, null, { level, code, description })
    send(COMMAND_STREAM, COMMAND, PUBLISH_STREAM_ID, status)
  }

  function answer(...values: AmfValue[]): void {
    send(COMMAND_STREAM, COMMAND, 0, encodeAmf0(...values))
  }

  function send(chunkStream: number, type: number, streamId: number, payload: Buffer): void {
    if (!socket.writable) return
    socket.write(encodeMessage(chunkStream, { type, timestamp: 0, streamId, payload }, chunkSize))
  }
}

function isFields(value: AmfValue): value is { [key: string]: AmfValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
