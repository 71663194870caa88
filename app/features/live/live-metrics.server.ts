import type { Db } from '../../platform/database/database.server.ts'
import { counter, gauge, histogram, type Metric } from '../../platform/metrics/metrics.server.ts'
import type { Ingest } from './ingest/ingest.server.ts'
import { listStreams } from './state/streams-store.server.ts'

/** Also of streams that other instances or media servers receive. */
export async function collectStreams({ db }: { db: Db }): Promise<Metric[]> {
  const streams = await listStreams({ db })
  return [
    gauge(
      'npc_stream_stream_live',
      'Whether the stream of the NPC is live: 1 or 0.',
      streams.map(({ npc_id: npc, state }) => ({ labels: { npc }, value: state === 'live' ? 1 : 0 })),
    ),
  ]
}

export function collectLive({ ingest }: { ingest: Ingest }): Metric[] {
  const streams = ingest.traffic().map((stream) => ({ ...stream, labels: { npc: stream.npcId } }))
  const published = streams.filter(({ hasPublisher }) => hasPublisher)
  return [
    gauge('npc_stream_publishers', 'Publishers that are connected.', published.length),
    gauge(
      'npc_stream_live_part_age_seconds',
      'Time since the last part of a connected publisher.',
      published.flatMap(({ labels, silentS }) => (silentS === undefined ? [] : { labels, value: silentS })),
    ),
    counter(
      'npc_stream_live_received_bytes_total',
      'Video and audio received from publishers.',
      streams.map(({ labels, receivedBytes }) => ({ labels, value: receivedBytes })),
    ),
    counter(
      'npc_stream_live_playlists_total',
      'Playlists with the next part, one per player.',
      streams.map(({ labels, playlists }) => ({ labels, value: playlists })),
    ),
    histogram(
      'npc_stream_live_part_interval_seconds',
      'Time between two parts.',
      streams.map(({ labels, partIntervals }) => ({ labels, histogram: partIntervals })),
    ),
  ]
}
