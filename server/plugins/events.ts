import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../app/platform/refusal.server.ts'
import type { Resources } from '../../app/resources.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // nginx passes on what it would otherwise collect
  'x-accel-buffering': 'no',
}
const RECONNECT_AFTER_MS = 2_000
const HEARTBEAT_MS = 15_000
/** A reader this far behind is let go; it comes back and is told what it missed. */
const MOST_UNREAD_BYTES = 256 * 1024
const EVENT_ID = /^\d{1,18}$/
const MOST_READERS = 100_000

export async function events(
  app: FastifyInstance,
  { events: hub }: Pick<Resources, 'events'>,
): Promise<void> {
  const readers = new Set<ServerResponse>()

  const heartbeat = setInterval(() => {
    for (const reader of readers) send(reader, ':\n\n')
  }, HEARTBEAT_MS)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    for (const reader of readers) reader.end()
  })

  app.get<{ Querystring: { since?: unknown } }>('/api/events', async (request, reply) => {
    if (readers.size >= MOST_READERS)
      throw new Refusal(503, 'Too many are listening. Please try again later.')
    reply.hijack()
    const reader = reply.raw
    reader.writeHead(200, HEADERS)
    if (request.method === 'HEAD') return void reader.end()
    readers.add(reader)
    reader.write(`retry: ${RECONNECT_AFTER_MS}\n\n`)
    const seen = String(request.headers['last-event-id'] ?? request.query.since ?? '')
    const since = EVENT_ID.test(seen) ? BigInt(seen) : undefined
    const joining = hub.join((frames) => send(reader, frames), since)
    reader.once('close', () => {
      readers.delete(reader)
      joining.then((leave) => leave()).catch(() => {})
    })
    await joining.catch((error: unknown) => {
      request.log.debug({ err: error }, 'the events that a reader missed could not be read')
      reader.destroy()
    })
  })
}

function send(reader: ServerResponse, frames: string | Buffer): void {
  if (reader.writableLength > MOST_UNREAD_BYTES) reader.destroy()
  else reader.write(frames)
}
