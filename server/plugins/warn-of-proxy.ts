import type { FastifyInstance } from 'fastify'
import type { Log } from '../../app/platform/logging/logging.server.ts'

/** Behind an unconfigured proxy all visitors share its address: they would vote, and be limited, as one. */
export function warnOfProxy(app: FastifyInstance, log: Log): void {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      log.warn('a request came with X-Forwarded-For: if a proxy is in front, name its address in TRUST_PROXY')
    }
    done()
  })
}
