import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Connections } from '../plugins/limit-connections.ts'
import { MAX_REQUEST_MS } from '../shutdown.ts'
import { type Answer, createEncoder } from './answer.ts'
import { readRequest, type UsedHeaders, type WholeRequest } from './read-request.ts'

/** A GET with nothing unusual about it. */
type PlainRequest = { url: string; headers: UsedHeaders; isSecure: boolean }

/** A function takes the connection for good. Undefined leaves the request to node:http, at once or after waiting. */
type Found = Answer | Promise<Answer | undefined> | (() => void) | undefined
export type DirectAnswer = (request: PlainRequest, socket: Socket) => Found

/** How bytes reach node:http on a connection that it has served. */
type Feed = { give(chunk: Buffer): void; attach(): void }

type Connection = {
  socket: Socket
  receive(chunk: Buffer): void
  /** Gives bytes to node:http, once it knows the connection. */
  feed: Feed | undefined
  /** The request that node:http has not answered yet. */
  current: IncomingMessage | undefined
  /** The request whose answer is awaited, and what came after it. */
  waiting: Buffer | undefined
  held: Buffer | undefined
  hasAnswered: boolean
  /** Counted in checks. */
  idleSince: number
  isFromProxy: boolean | undefined
}

const IDLE_CHECK_MS = 1_000
/** As node:http waits a little longer than it says. */
const KEEP_ALIVE_BUFFER_MS = 1_000

/**
 * Answers what is asked for most often from the socket: node:http and the framework would cost more than the answer
 * itself. All other bytes go to node:http as they are. A connection returns from there when bytes and responses show
 * that the next bytes begin a request.
 */
export function answerFirst(app: FastifyInstance, connections: Connections, answers: DirectAnswer[]): void {
  const { server } = app
  const [connectHttp] = server.listeners('connection')
  if (connectHttp === undefined) return
  const encode = createEncoder(Math.floor(server.keepAliveTimeout / 1_000))
  const keepAliveMs = server.keepAliveTimeout + KEEP_ALIVE_BUFFER_MS
  const open = new Map<Socket, Connection>()
  let isClosing = false
  let checks = 0

  server.removeListener('connection', connectHttp as (socket: Socket) => void)
  server.on('connection', accept)
  server.on('request', noteRequest)
  const checking = setInterval(closeIdle, IDLE_CHECK_MS).unref()
  app.addHook('preClose', async () => close())
  app.addHook('onClose', async () => clearInterval(checking))

  function accept(socket: Socket): void {
    if (socket.destroyed) return
    if (connections.isRejected(socket)) return void connectHttp?.call(server, socket)
    const connection: Connection = {
      socket,
      receive: (chunk) => receive(connection, chunk),
      feed: undefined,
      current: undefined,
      waiting: undefined,
      held: undefined,
      hasAnswered: false,
      idleSince: checks,
      isFromProxy: undefined,
    }
    open.set(socket, connection)
    for (const [event, listener] of OWN_LISTENERS) socket.on(event, listener)
    socket.on('data', connection.receive)
    socket.once('close', () => open.delete(socket))
  }

  function receive(connection: Connection, chunk: Buffer): void {
    const { socket, waiting, current } = connection
    if (waiting || socket.writableNeedDrain) return void hold(connection, chunk)
    const request = isClosing || current || !socket.writable ? undefined : readRequest(chunk)
    if (!request || beginsWithChange(connection, request)) return void release(connection, chunk)
    const answer = findAnswer(request, connection)
    if (answer === undefined) feed(connection, chunk)
    else if (answer instanceof Promise) awaitAnswer(connection, chunk, answer)
    else if (typeof answer === 'function') handOver(connection, answer)
    else send(connection, answer)
  }

  /** Such as a vote. It costs node:http least to read the connection past us, and more of the same will follow. */
  function beginsWithChange({ feed: knowsHttp, hasAnswered }: Connection, { method }: WholeRequest): boolean {
    return !knowsHttp && !hasAnswered && method !== 'GET' && method !== 'HEAD'
  }

  function awaitAnswer(connection: Connection, chunk: Buffer, answer: Promise<Answer | undefined>): void {
    connection.waiting = chunk
    answer.then(
      (found) => finishWaiting(connection, chunk, found),
      () => finishWaiting(connection, chunk, undefined),
    )
  }

  function findAnswer(request: WholeRequest, connection: Connection): Found {
    const plain = asPlain(request, connection)
    if (plain === undefined) return undefined
    for (const find of answers) {
      const answer = find(plain, connection.socket)
      if (answer) return answer
    }
    return undefined
  }

  function asPlain({ method, url, headers, bodyLength }: WholeRequest, connection: Connection) {
    if (method !== 'GET' || bodyLength !== undefined) return undefined
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined
    if (!isForwarded) return { url, headers, isSecure: false }
    const { socket } = connection
    connection.isFromProxy ??= connections.isFromProxy(socket)
    return connection.isFromProxy
      ? { url, headers, isSecure: connections.cameByTls({ headers, socket }) }
      : undefined
  }

  function send(connection: Connection, answer: Answer): void {
    const { socket } = connection
    const { bytes, body } = encode(answer)
    if (body) writeBoth(socket, bytes, body)
    else socket.write(bytes)
    connection.hasAnswered = true
    connection.idleSince = checks
    // The timeout of a socket knows a slow reader from one that does not read.
    if (socket.writableLength > 0) socket.setTimeout(keepAliveMs)
  }

  function finishWaiting(connection: Connection, chunk: Buffer, answer: Answer | undefined): void {
    if (connection.waiting !== chunk) return
    connection.waiting = undefined
    if (!connection.socket.writable) return
    if (answer) send(connection, answer)
    else feed(connection, chunk)
    takeHeld(connection)
  }

  /** Reads no further until the client has taken its answers. */
  function hold(connection: Connection, chunk: Buffer): void {
    connection.held = chunk
    connection.socket.pause()
    if (!connection.waiting) connection.socket.once('drain', () => takeHeld(connection))
  }

  function takeHeld(connection: Connection): void {
    const { held, socket } = connection
    if (held === undefined || connection.waiting) return
    connection.held = undefined
    socket.resume()
    connection.receive(held)
  }

  function handOver({ socket, receive: own }: Connection, take: () => void): void {
    open.delete(socket)
    forget(socket, own)
    take()
  }

  /** Leaves one request to node:http. */
  function feed(connection: Connection, chunk: Buffer): void {
    if (!connection.feed) introduce(connection)
    connection.feed?.give(chunk)
    if (!connection.current?.complete) release(connection)
  }

  /** The connection becomes one of node:http, but its bytes still come here first. */
  function introduce(connection: Connection): void {
    const { socket, receive: own } = connection
    forget(socket, own)
    connectHttp?.call(server, socket)
    const listeners = socket.listeners('data') as ((chunk: Buffer) => void)[]
    for (const listener of listeners) socket.off('data', listener)
    connection.feed = {
      give: (chunk) => {
        for (const listener of listeners) listener.call(socket, chunk)
      },
      // As they were: node:http takes its own away when the connection becomes a WebSocket.
      attach: () => {
        for (const listener of listeners) socket.on('data', listener)
      },
    }
    // A listener for data also makes node:http read through the socket instead of past it.
    socket.on('data', own)
  }

  /** Leaves the connection to node:http for good. */
  function release(connection: Connection, chunk?: Buffer): void {
    const { socket, feed: toHttp, receive: own } = connection
    open.delete(socket)
    forget(socket, own)
    if (toHttp) {
      toHttp.attach()
      socket.setTimeout(server.timeout)
    } else connectHttp?.call(server, socket)
    if (chunk) socket.emit('data', chunk)
  }

  function noteRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = open.get(request.socket)
    if (!connection) return
    connection.current = request
    response.once('close', () => {
      connection.current = undefined
    })
  }

  /** One timer for all: a timeout per socket would cost something with every read and write. */
  function closeIdle(): void {
    checks += 1
    for (const { socket, feed: knowsHttp, waiting, hasAnswered, idleSince } of open.values()) {
      if (knowsHttp || waiting || socket.timeout) continue
      const limitMs = hasAnswered ? keepAliveMs : server.headersTimeout
      if ((checks - idleSince) * IDLE_CHECK_MS > limitMs) socket.destroy()
    }
  }

  /** The framework words what waiting viewers get now; connections that node:http does not know are closed here. */
  function close(): void {
    isClosing = true
    for (const connection of open.values()) {
      const { socket, waiting } = connection
      if (waiting) finishWaiting(connection, waiting, undefined)
      else if (!connection.feed) socket.destroySoon()
    }
    setTimeout(() => {
      for (const { socket } of open.values()) socket.destroy()
    }, MAX_REQUEST_MS).unref()
  }
}

const OWN_LISTENERS: [string, (this: Socket) => void][] = [
  ['timeout', destroy],
  ['end', end],
  ['error', destroy],
]

/** In one call of the system, and without a small packet for the head. */
function writeBoth(socket: Socket, head: Buffer, body: Buffer): void {
  socket.cork()
  socket.write(head)
  socket.write(body)
  socket.uncork()
}

function destroy(this: Socket): void {
  this.destroy()
}

function end(this: Socket): void {
  this.end()
}

function forget(socket: Socket, receive: (chunk: Buffer) => void): void {
  socket.setTimeout(0)
  socket.off('data', receive)
  for (const [event, listener] of OWN_LISTENERS) socket.off(event, listener)
}
