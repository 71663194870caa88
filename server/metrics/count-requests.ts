import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHistogram, type Histogram } from '../../app/platform/metrics/histogram.server.ts'
import { counter, histogram, type Metric } from '../../app/platform/metrics/metrics.server.ts'
import type { DirectAnswer } from '../direct-answers/answer-first.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const FILE = /\.\w+$/

/** By method, then by status. */
type Counts = Map<string, Map<number, number>>

/** Counts every request under the pattern of its route, never under its path, so that strangers cannot add series. */
export function createRequestCounts() {
  const routes = new Map<string, { counts: Counts; seconds: Histogram }>()

  function openRoute(route: string) {
    const known = routes.get(route) ?? { counts: new Map(), seconds: createHistogram(SECONDS) }
    routes.set(route, known)
    return known
  }

  function openStatuses(counts: Counts, method: string): Map<number, number> {
    const known = counts.get(method) ?? new Map<number, number>()
    counts.set(method, known)
    return known
  }

  function counterOf(route: string) {
    const { counts, seconds } = openRoute(route)
    return ({ method }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      add(openStatuses(counts, METHODS.has(method) ? method : 'other'), reply.statusCode)
      seconds.observe(reply.elapsedTime / 1_000)
      done()
    }
  }

  return {
    /** What the framework answers, with the time it takes. */
    countIn(app: FastifyInstance): void {
      // Each route knows its counts: a request has to build an object to say which route it took.
      app.addHook('onRoute', (route) => {
        const count = counterOf(labelOf(route.url))
        route.onResponse = [route.onResponse ?? [], count].flat()
      })
      const countUnknown = counterOf(UNKNOWN)
      app.addHook('onResponse', (request, reply, done) => {
        if (request.is404) countUnknown(request, reply, done)
        else done()
      })
    },
    /** What is answered from the socket. It takes no time that could be measured, or waits on purpose. */
    countAnswers(route: string, find: DirectAnswer): DirectAnswer {
      const statuses = openStatuses(openRoute(route).counts, 'GET')
      return (request, socket) => {
        const found = find(request, socket)
        if (found === undefined) return undefined
        if (typeof found === 'function') add(statuses, 200)
        else if (found instanceof Promise)
          found.then(
            (answer) => answer && add(statuses, answer.status),
            () => {},
          )
        else add(statuses, found.status)
        return found
      }
    },
    collect(): Metric[] {
      const samples = [...routes].flatMap(([route, { counts }]) =>
        [...counts].flatMap(([method, statuses]) =>
          [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
        ),
      )
      const times = [...routes].map(([route, { seconds }]) => ({
        labels: { route },
        histogram: seconds.state(),
      }))
      return [
        counter('npc_stream_http_requests_total', 'Requests answered, by route and status.', samples),
        histogram(
          'npc_stream_http_request_duration_seconds',
          'Time until the answer was sent, of requests that were not answered from the socket.',
          times,
        ),
      ]
    },
  }
}

/** Every file of the build is a route of its own. */
function labelOf(route: string): string {
  if (route.startsWith('/live/')) return LIVE_ROUTES
  return FILE.test(route) ? 'file' : route
}

export const LIVE_ROUTES = '/live/*'
const UNKNOWN = 'unknown'

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
