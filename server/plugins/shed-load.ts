import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { limitPerTurn } from '../limit-per-turn.ts'

/** Requests in progress, and how late the event loop is. */
export type Load = { inProgress: number; lagMs: number }
type Options = { log: Log; maxInProgress?: number; holdMs?: number; lagMs?(): number }

const MAX_IN_PROGRESS = 2_500
const MAX_STARTED_PER_TURN = 100
/** A slow machine with few visitors is late, too; rejecting them would not help. */
const BUSY_FROM = 100
const MAX_LAG_MS = 500
/** Rejections are delayed: clients that retry at once would turn them into load. */
const HOLD_MS = 1_000
const MAX_HELD = 10_000
const RETRY_AFTER_S = 5
const TICK_MS = 50
const WARN_EVERY_MS = 60_000

const COSTLY = /^\/(api|avatars)\//

/** Anything served from memory is cheaper to answer than to reject, and a failing health check makes things worse. */
export function isCostly(route: string | undefined): boolean {
  return route !== undefined && COSTLY.test(route)
}

export function isTooMuch({ inProgress, lagMs }: Load, maxInProgress = MAX_IN_PROGRESS): boolean {
  return inProgress >= maxInProgress || (inProgress >= BUSY_FROM && lagMs > MAX_LAG_MS)
}

/**
 * When the process cannot keep up, costly requests are answered with 503 instead of being queued. Returns whether it
 * is so now.
 */
export function shedLoad(app: FastifyInstance, options: Options): () => boolean {
  const { log, maxInProgress, holdMs = HOLD_MS } = options
  const lagMs = options.lagMs ?? measureLag(app)
  const startInTurn = limitPerTurn(MAX_STARTED_PER_TURN)
  let inProgress = 0
  let held = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function warn(load: Load): void {
    const now = performance.now()
    if (now - warnedAt < WARN_EVERY_MS) return
    warnedAt = now
    log.warn(load, 'more requests than can be served: some are answered with 503')
  }

  app.addHook('onRequest', (request, reply, done) => {
    // It waits for an earlier answer on its connection. Node reads on meanwhile, and may drop it without a word.
    if (reply.raw.socket === null) return done(new HttpProblem(503, undefined, RETRY_AFTER_S))
    // Not the address, of which any letter may be encoded.
    const { url: route } = request.routeOptions
    if (!isCostly(route)) return done()
    const load = { inProgress, lagMs: lagMs() }
    if (isTooMuch(load, maxInProgress)) {
      warn(load)
      const reject = () => done(new HttpProblem(503, undefined, RETRY_AFTER_S))
      if (held >= MAX_HELD) return reject()
      held += 1
      setTimeout(() => {
        held -= 1
        reject()
      }, holdMs)
      return
    }
    // A reader of events stays connected without causing work.
    if (route === '/api/events') return done()
    inProgress += 1
    reply.raw.once('close', () => {
      inProgress -= 1
    })
    startInTurn(done)
  })
  return () => isTooMuch({ inProgress, lagMs: lagMs() }, maxInProgress)
}

/** Includes the current turn: how overdue the timer is. */
function measureLag(app: FastifyInstance): () => number {
  let lastTick = performance.now()
  let lastLag = 0
  const timer = setInterval(() => {
    const now = performance.now()
    lastLag = now - lastTick - TICK_MS
    lastTick = now
  }, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return () => Math.max(lastLag, performance.now() - lastTick - TICK_MS)
}
