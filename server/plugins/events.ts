import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import { limitConcurrent } from '../../app/platform/rate-limits/concurrent-limits.server.ts'
import type { Resources } from '../../app/resources.ts'
import { NOTHING_RUNS, SECURITY_HEADERS } from '../security-headers.ts'

/** Not all at once, when an instance or a balancer was restarted. */
const RECONNECT_WITHIN_MS = { least: 1_000, most: 4_000 }
const HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': NOTHING_RUNS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx passes on what it would otherwise collect
  'x-accel-buffering': 'no',
  // the body has no length: it ends with the connection
  connection: 'close',
}
const HEAD = ['HTTP/1.1 200 OK', ...Object.entries(HEADERS).map((header) => header.join(': ')), '', ''].join(
  '\r\n',
)
const HEARTBEAT = Buffer.from(':\n\n')
const HEARTBEAT_MS = 15_000
/** A reader this far behind is let go; it comes back and is told what it missed. */
const MAX_UNREAD_BYTES = 256 * 1024
const MAX_READERS = 100_000
const EVENT_ID = /^\d{1,18}$/

/** The page asks every now and then meanwhile, and tries again by itself. */
const FULL_FOR_S = 60
const TOO_MANY = 'Too many are listening. Please try again later.'

type Options = Pick<Resources, 'events'> & { readersPerAddress: number }

/** Written to the sockets themselves: what a response is made of weighs as much as all the rest of a reader. */
export async function events(
  app: FastifyInstance,
  { events: hub, readersPerAddress }: Options,
): Promise<void> {
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
    async ({ raw, headers, query, log, ip }, reply) => {
      if (readers.size >= MAX_READERS) throw new HttpProblem(503, TOO_MANY, FULL_FOR_S)
      const reader = raw.socket
      // Behind another request of the same connection: its answer would be mixed with ours.
      const isMixed = reply.raw.socket !== reader
      const isRead = !isMixed && raw.method !== 'HEAD'
      const leaveLimit = isRead ? perVisitor.enter(ip ?? '') : () => {}
      if (leaveLimit === undefined) throw new HttpProblem(429, TOO_MANY, FULL_FOR_S)
      reply.hijack()
      if (isMixed) return void reader.destroy()
      if (raw.method === 'HEAD') return void reader.end(HEAD)
      readers.add(reader)
      reader.write(`${HEAD}retry: ${randomInt(RECONNECT_WITHIN_MS.least, RECONNECT_WITHIN_MS.most)}\n\n`)
      const seen = String(headers['last-event-id'] ?? query.since ?? '')
      const since = EVENT_ID.test(seen) ? BigInt(seen) : undefined
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

function send(reader: Socket, frames: Buffer): void {
  if (reader.writableLength > MAX_UNREAD_BYTES) reader.destroy()
  else reader.write(frames)
}
