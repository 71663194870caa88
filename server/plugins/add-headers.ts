import type { FastifyInstance } from 'fastify'
import { NOTHING_RUNS, SECURITY_HEADERS, STRICT_TRANSPORT } from '../security-headers.ts'

const DEFAULTS = Object.entries(SECURITY_HEADERS)

/** For every response except stored pages, which carry their own. */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of DEFAULTS) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING_RUNS)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT)
  })
}
