import type { FastifyInstance } from 'fastify'
import type { Log } from '../../app/platform/logging/logging.server.ts'

/** One line per request, with LOG_LEVEL=debug; never the sender's address, never the query. */
export function logRequests(app: FastifyInstance, log: Log): void {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?', 1)
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ method: request.method, path, status: reply.statusCode, ms }, 'request')
  })
}
