import type { HlsStream } from '../../../app/features/live/ingest/hls-stream.server.ts'
import type { Ingest } from '../../../app/features/live/ingest/ingest.server.ts'
import { createPendingConnections } from '../../../app/platform/rate-limits/pending-connections.server.ts'

/** An ingest in which NPC 1 has a stream until it is stopped, and which admits nobody. */
export function ingestOf(hls: HlsStream): Ingest & { stop(): void } {
  let stops = 0
  return {
    stop() {
      stops += 1
      hls.remove()
    },
    pending: createPendingConnections(),
    hlsStream: (npcId) => (npcId === '1' ? hls : undefined),
    traffic: () => [],
    countPlaylist: () => {},
    stops: () => stops,
    admit: () => Promise.reject(new Error('nobody is admitted here')),
    close: async () => {},
  }
}
