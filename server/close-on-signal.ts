import type { FastifyInstance } from 'fastify'
import type { Log } from '../app/platform/logging.server.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const IDLE_CHECK_MS = 100
const REQUESTS_MAY_TAKE_MS = 4_000
const EVERYTHING_MAY_TAKE_MS = 9_500

/**
 * Stops accepting, lets the requests under way finish, then closes what they used. A terminal sends its signal to
 * npm and to us, and npm passes its own on: only the first one counts.
 */
export function closeOnSignal(app: FastifyInstance, closeResources: () => Promise<void>, log: Log): void {
  let isClosing = false

  async function close(): Promise<void> {
    setTimeout(() => process.exit(1), EVERYTHING_MAY_TAKE_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), REQUESTS_MAY_TAKE_MS).unref()
    // A connection whose last request is answered would otherwise be kept alive for the next one.
    setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref()
    await app.close()
    await closeResources()
    log.flush()
    process.exit(0)
  }

  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (isClosing) return
      isClosing = true
      void close()
    })
}
