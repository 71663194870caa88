import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../app/platform/refusal.server.ts'
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
const MOST_UNREAD_BYTES = 256 * 1024
const MOST_READERS = 100_000
const EVENT_ID = /^\d{1,18}$/

/** Written to the sockets themselves: what a response is made of weighs as much as all the rest of a reader. */
export async function events(
  app: FastifyInstance,
  { events: hub }: Pick<Resources, 'events'>,
): Promise<void> {
  const readers = new Set<Socket>()

  const heartbeat = setInterval(() => {
    for (const reader of readers) send(reader, HEARTBEAT)
  }, HEARTBEAT_MS)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    for (const reader of readers) reader.end()
  })

  app.get<{ Querystring: { since?: unknown } }>(
    '/api/events',
    async ({ raw, headers, query, log }, reply) => {
      if (readers.size >= MOST_READERS)
        throw new Refusal(503, 'Too many are listening. Please try again later.')
      reply.hijack()
      const reader = raw.socket
      // Behind another request of the same connection: its answer would be mixed with ours.
      if (reply.raw.socket !== reader) return void reader.destroy()
      if (raw.method === 'HEAD') return void reader.end(HEAD)
      readers.add(reader)
      reader.write(`${HEAD}retry: ${randomInt(RECONNECT_WITHIN_MS.least, RECONNECT_WITHIN_MS.most)}\n\n`)
      const seen = String(headers['last-event-id'] ?? query.since ?? '')
      const since = EVENT_ID.test(seen) ? BigInt(seen) : undefined
      const joining = hub.join((frames) => send(reader, frames), since)
      reader.once('close', () => {
        readers.delete(reader)
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
  if (reader.writableLength > MOST_UNREAD_BYTES) reader.destroy()
  else reader.write(frames)
}
