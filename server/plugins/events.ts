import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import { endSoon } from '../../app/platform/network/end-soon.server.ts'
import type { EventReaders } from './event-readers.ts'

/** The page polls in the meantime and reconnects on its own. */
const RETRY_AFTER_S = 60
const TOO_MANY = 'Too many are listening. Please try again later.'

/** Most readers never come here: events-answer.ts takes them from the socket. */
export async function events(app: FastifyInstance, { readers }: { readers: EventReaders }): Promise<void> {
  app.addHook('preClose', async () => readers.close())

  app.get<{ Querystring: { since?: unknown } }>(
    '/api/events',
    async ({ raw, headers, query, ip, protocol }, reply) => {
      const { socket } = raw
      const isSecure = protocol === 'https'
      // Pipelined behind another request: the two responses would be mixed.
      const isPipelined = reply.raw.socket !== socket
      const isReader = !isPipelined && raw.method !== 'HEAD'
      const place = isReader ? readers.enter(ip ?? '') : { leave: () => {} }
      if ('rejectedWith' in place) throw new HttpProblem(place.rejectedWith, TOO_MANY, RETRY_AFTER_S)
      reply.hijack()
      if (isPipelined) return void socket.destroy()
      if (raw.method === 'HEAD') return endSoon(socket, readers.headOf(isSecure))
      const lastId = String(headers['last-event-id'] ?? query.since ?? '')
      await readers.follow(socket, { isSecure, lastId, leave: place.leave })
    },
  )
}
