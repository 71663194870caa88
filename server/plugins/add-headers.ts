import type { FastifyInstance } from 'fastify'
import { FILE_HEADERS, NOTHING_RUNS, SECURITY_HEADERS, STRICT_TRANSPORT } from '../security-headers.ts'

const DEFAULTS = Object.entries(SECURITY_HEADERS)
const DEFAULTS_OF_FILES = Object.entries(FILE_HEADERS)
const FILE_ADDRESS = /^\/(assets|live)\//

/** For every response of the framework; direct answers carry their own. */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // A page has its own policy and all that goes with it.
    if (!reply.hasHeader('content-security-policy')) {
      const defaults = FILE_ADDRESS.test(request.url) ? DEFAULTS_OF_FILES : DEFAULTS
      for (const [name, value] of defaults) if (!reply.hasHeader(name)) reply.header(name, value)
      reply.header('content-security-policy', NOTHING_RUNS)
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT)
  })
}
