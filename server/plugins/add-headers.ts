import type { FastifyInstance } from 'fastify'
import { FILE_HEADERS, NOTHING_RUNS, SECURITY_HEADERS, STRICT_TRANSPORT } from '../security-headers.ts'

const DEFAULTS = Object.entries(SECURITY_HEADERS)
const DEFAULTS_OF_FILES = Object.entries(FILE_HEADERS)

/** For every response except stored pages, which carry their own. */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const defaults = request.url.startsWith('/assets/') ? DEFAULTS_OF_FILES : DEFAULTS
    for (const [name, value] of defaults) if (!reply.hasHeader(name)) reply.header(name, value)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING_RUNS)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT)
  })
}
