import type { FastifyInstance } from 'fastify'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const IDLE_CHECK_MS = 100
export const MAX_REQUEST_MS = 4_000
const MAX_SHUTDOWN_MS = 9_500

type ShutdownReason = (typeof SIGNALS)[number] | 'failure'
export type Shutdown = { requested: Promise<ShutdownReason>; request(reason: ShutdownReason): void }

/**
 * Only the first request counts: a terminal sends its signal to npm and to us, and npm forwards its own. A start in
 * progress finishes first, so that everything it opened can be closed.
 */
export function listenForShutdown(): Shutdown {
  const { promise, resolve } = Promise.withResolvers<ShutdownReason>()
  function request(reason: ShutdownReason): void {
    setTimeout(() => process.exit(1), MAX_SHUTDOWN_MS).unref()
    resolve(reason)
  }
  for (const signal of SIGNALS) process.on(signal, () => request(signal))
  return { requested: promise, request }
}

/** Stops accepting connections and lets requests in progress finish. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  setTimeout(() => app.server.closeAllConnections(), MAX_REQUEST_MS).unref()
  // A connection would otherwise be kept alive for its next request.
  setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref()
  await closed
}
