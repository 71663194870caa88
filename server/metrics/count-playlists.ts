import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ingest } from '../../app/features/live/ingest/ingest.server.ts'
import { counter, type Metric } from '../../app/platform/metrics/metrics.server.ts'
import type { DirectAnswer } from '../direct-answers/answer-first.ts'

const LIVE = '/live/'
/** A player that plays waits for the next part with it, once per part. */
const WAITS_FOR_PART = '_HLS_msn='

export type PlaylistCounts = ReturnType<typeof createPlaylistCounts>

/** Players are anonymous; divided by the parts of the same time, their requests say how many play. */
export function createPlaylistCounts({ ingest }: { ingest: Pick<Ingest, 'hlsStream'> }) {
  const counts = new Map<string, number>()

  function count(url: string): void {
    if (!url.startsWith(LIVE) || !url.includes(WAITS_FOR_PART)) return
    const npc = url.slice(LIVE.length, url.indexOf('/', LIVE.length))
    if (ingest.hlsStream(npc) !== undefined) counts.set(npc, (counts.get(npc) ?? 0) + 1)
  }

  function countReply({ url }: FastifyRequest, { statusCode }: FastifyReply, done: () => void): void {
    if (statusCode === 200) count(url)
    done()
  }

  return {
    /** What the framework answers. Other routes than those of the video stay as they are. */
    countIn(app: FastifyInstance): void {
      app.addHook('onRoute', (route) => {
        if (route.url.startsWith(LIVE)) route.onResponse = [route.onResponse ?? [], countReply].flat()
      })
    },
    /** What is answered from the socket. */
    countAnswers(find: DirectAnswer): DirectAnswer {
      return (request, socket) => {
        const found = find(request, socket)
        if (found !== undefined) count(request.url)
        return found
      }
    },
    /** By NPC. */
    counts: (): ReadonlyMap<string, number> => counts,
    collect(): Metric[] {
      const samples = [...counts].map(([npc, value]) => ({ labels: { npc }, value }))
      return [
        counter('npc_stream_live_playlists_total', 'Playlists with the next part, one per player.', samples),
      ]
    },
  }
}
