import type { HlsStream } from '../../../app/features/live/ingest/hls-stream.server.ts'
import type { Ingest } from '../../../app/features/live/ingest/ingest.server.ts'
import { createHistogram } from '../../../app/platform/metrics/histogram.server.ts'
import { createPendingConnections } from '../../../app/platform/rate-limits/pending-connections.server.ts'

/** An ingest in which NPC 1 has a stream until it is stopped, and which admits nobody. */
export function ingestOf(hls: HlsStream): Ingest & { stop(): void } {
  let stops = 0
  let playlists = 0
  const partIntervals = createHistogram([1]).state()
  return {
    stop() {
      stops += 1
      hls.remove()
    },
    pending: createPendingConnections(),
    hlsStream: (npcId) => (npcId === '1' ? hls : undefined),
    traffic: () => [
      { npcId: '1', hasPublisher: false, receivedBytes: 0, playlists, partIntervals, silentS: undefined },
    ],
    countPlaylist(npcId) {
      if (npcId === '1') playlists += 1
    },
    stops: () => stops,
    admit: () => Promise.reject(new Error('nobody is admitted here')),
    close: async () => {},
  }
}
