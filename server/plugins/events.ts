import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import { limitConcurrent } from '../../app/platform/rate-limits/concurrent-limits.server.ts'
import type { Resources } from '../../app/resources.ts'
import { type HeaderMap, NOTHING_RUNS, SECURITY_HEADERS, STRICT_TRANSPORT } from '../security-headers.ts'

/** Spread out, so that readers do not all reconnect at once after a restart. */
const RECONNECT_MS = { min: 1_000, max: 4_000 }
const HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': NOTHING_RUNS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise buffer the events
  'x-accel-buffering': 'no',
  // the body has no length and ends with the connection
  connection: 'close',
}
const HEAD = writeHead(HEADERS)
const HEAD_BY_TLS = writeHead({ ...HEADERS, ...STRICT_TRANSPORT })
const HEARTBEAT = Buffer.from(':\n\n')
const HEARTBEAT_MS = 15_000
/** A reader this far behind is disconnected; it reconnects and gets what it missed. */
const MAX_UNREAD_BYTES = 256 * 1024
const MAX_READERS = 100_000
const EVENT_ID = /^\d{1,18}$/

/** The page polls in the meantime and reconnects on its own. */
const RETRY_AFTER_S = 60
const TOO_MANY = 'Too many are listening. Please try again later.'

type Options = Pick<Resources, 'events'> & { readersPerAddress: number }

/** Writes to the sockets directly: a response object would double the memory of a reader. */
export async function events(app: FastifyInstance, { events: hub, readersPerAddress }: Options) {
  const readers = new Set<Socket>()
  const perVisitor = limitConcurrent({ perAddress: readersPerAddress, perNetwork: readersPerAddress * 50 })

  const heartbeat = setInterval(() => {
    for (const reader of readers) send(reader, HEARTBEAT)
  }, HEARTBEAT_MS)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    for (const reader of readers) reader.end()
  })

  app.get<{ Querystring: { since?: unknown } }>(
    '/api/events',
    async ({ raw, headers, query, log, ip, protocol }, reply) => {
      if (readers.size >= MAX_READERS) throw new HttpProblem(503, TOO_MANY, RETRY_AFTER_S)
      const reader = raw.socket
      // Pipelined behind another request: the two responses would be mixed.
      const isPipelined = reply.raw.socket !== reader
      const isReader = !isPipelined && raw.method !== 'HEAD'
      const leaveLimit = isReader ? perVisitor.enter(ip ?? '') : () => {}
      if (leaveLimit === undefined) throw new HttpProblem(429, TOO_MANY, RETRY_AFTER_S)
      reply.hijack()
      if (isPipelined) return void reader.destroy()
      const head = protocol === 'https' ? HEAD_BY_TLS : HEAD
      if (raw.method === 'HEAD') return void reader.end(head)
      readers.add(reader)
      reader.write(`${head}retry: ${randomInt(RECONNECT_MS.min, RECONNECT_MS.max)}\n\n`)
      const lastId = String(headers['last-event-id'] ?? query.since ?? '')
      const since = EVENT_ID.test(lastId) ? BigInt(lastId) : undefined
      const joining = hub.join((frames) => send(reader, frames), since)
      reader.once('close', () => {
        readers.delete(reader)
        leaveLimit()
        joining.then((leave) => leave()).catch(() => {})
      })
      await joining.catch((error: unknown) => {
        log.debug({ err: error }, 'the events that a reader missed could not be read')
        reader.destroy()
      })
    },
  )
}

function writeHead(headers: HeaderMap): string {
  const rows = Object.entries(headers).map((header) => header.join(': '))
  return ['HTTP/1.1 200 OK', ...rows, '', ''].join('\r\n')
}

function send(reader: Socket, frames: Buffer): void {
  if (reader.writableLength > MAX_UNREAD_BYTES) reader.destroy()
  else reader.write(frames)
}
