import type { FastifyInstance } from 'fastify'
import type { Log } from '../../app/platform/logging/logging.server.ts'

/** One line per request, with LOG_LEVEL=debug; never the sender's address, never the query. */
export function logRequests(app: FastifyInstance, log: Log): void {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
