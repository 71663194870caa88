import type { FastifyInstance } from 'fastify'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const IDLE_CHECK_MS = 100
const REQUESTS_MAY_TAKE_MS = 4_000
const EVERYTHING_MAY_TAKE_MS = 9_500

type StopReason = (typeof SIGNALS)[number] | 'failure'
export type Stopping = { requested: Promise<StopReason>; request(reason: StopReason): void }

/**
 * Resolves at the first request to stop. A terminal sends its signal to npm and to us, and npm passes its own on:
 * the later ones change nothing. A start under way is finished first, so that what it opened can be closed.
 */
export function awaitStop(): Stopping {
  const { promise, resolve } = Promise.withResolvers<StopReason>()
  function request(reason: StopReason): void {
    setTimeout(() => process.exit(1), EVERYTHING_MAY_TAKE_MS).unref()
    resolve(reason)
  }
  for (const signal of SIGNALS) process.on(signal, () => request(signal))
  return { requested: promise, request }
}

/** Stops accepting and lets the requests under way finish. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  setTimeout(() => app.server.closeAllConnections(), REQUESTS_MAY_TAKE_MS).unref()
  // A connection whose last request is answered would otherwise be kept alive for the next one.
  setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref()
  await closed
}
