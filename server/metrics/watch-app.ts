import type { FastifyInstance } from 'fastify'
import { counter, gauge } from '../../app/platform/metrics/metrics.server.ts'
import type { DirectAnswer } from '../direct-answers/answer-first.ts'
import { createRequestCounts, LIVE_ROUTES } from './count-requests.ts'
import type { Metrics } from './metrics.ts'

type Parts = {
  readers: { count(): number }
  pages: { counts(): { hits: number; renderings: number } }
}

/** Counts what the app answers. Without metrics, nothing of it is installed. */
export function watchApp(app: FastifyInstance, metrics: Metrics) {
  const requests = createRequestCounts()
  requests.countIn(app)
  metrics.add('requests', requests.collect)
  return {
    live: (find: DirectAnswer) => requests.countAnswers(LIVE_ROUTES, find),
    pages: (find: DirectAnswer) => requests.countAnswers('/*', find),
    events: (find: DirectAnswer) => requests.countAnswers('/api/events', find),
    addParts({ readers, pages }: Parts): void {
      metrics.add('readers', () => [
        gauge('npc_stream_event_readers', 'Connections that read events.', readers.count()),
      ])
      metrics.add('pages', () => [
        counter('npc_stream_page_cache_hits_total', 'Pages served from the cache.', pages.counts().hits),
        counter('npc_stream_page_renderings_total', 'Pages rendered.', pages.counts().renderings),
      ])
    },
  }
}
