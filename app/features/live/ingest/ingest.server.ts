import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import { type Clock, monotonicClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import {
  createPendingConnections,
  type PendingConnections,
} from '../../../platform/rate-limits/pending-connections.server.ts'
import { CONFIRM_EVERY_MS } from '../state/stream-state.ts'
import type { HlsStream } from './hls-stream.server.ts'
import { createIngestStream, type IngestStream } from './ingest-stream.server.ts'
import { createKeyAttempts } from './key-attempts.server.ts'
import {
  type Connection,
  keysUnavailable,
  type Publisher,
  tooManyWrongKeys,
  unknownKey,
} from './publisher.server.ts'
import { reportStreams } from './report-streams.server.ts'
import { checkKey } from './stream-keys.server.ts'

/** Takes streams in, serves them to viewers, and reports the state of each. */
export type Ingest = {
  /** Connections that have not shown a key, on any port. */
  pending: PendingConnections
  /** Throws a `PublishRejected`. */
  admit(key: string, connection: Connection): Promise<Publisher>
  hlsStream(npcId: string): HlsStream | undefined
  close(): Promise<void>
}

type Needs = { db: Db; clock: Clock; monotonic?: Clock; log: Log }

const POLL_MS = 500

export function openIngest({ db, clock, monotonic = monotonicClock, log }: Needs): Ingest {
  const streams = new Map<string, IngestStream>()
  const beginKeyAttempt = createKeyAttempts({ log, monotonic })
  const reportAll = () => reportStreams({ db, monotonic }, streams)
  const reporting = startBackgroundTask({
    work: () => reportAll().then(() => 'idle' as const),
    log,
    failing: 'stream states cannot be reported',
    recovered: 'stream states are reported again',
    level: 'debug',
    startsIdle: true,
  })
  const confirming = setInterval(reporting.request, CONFIRM_EVERY_MS)
  const polling = setInterval(() => {
    for (const [npcId, stream] of streams) {
      stream.checkTime()
      if (stream.isForgotten()) streams.delete(npcId)
    }
  }, POLL_MS)

  async function identify(key: string, address: string | undefined): Promise<string> {
    const attempt = beginKeyAttempt(key, address)
    if (attempt === undefined) throw tooManyWrongKeys()
    const npcId = await checkKey({ db }, key).catch((error: unknown) => {
      attempt.excuse(false)
      log.warn({ err: error }, 'a stream key could not be checked')
      throw keysUnavailable()
    })
    if (npcId === undefined) {
      attempt.report()
      throw unknownKey()
    }
    attempt.excuse(true)
    return npcId
  }

  /** A stream that is over is not continued: viewers have seen its end. */
  function openStream(npcId: string): IngestStream {
    const known = streams.get(npcId)
    if (known && (known.state() !== 'offline' || known.publisher())) return known
    const stream = createIngestStream({ npcId, clock, monotonic, log, onChange: reporting.request })
    streams.set(npcId, stream)
    return stream
  }

  return {
    pending: createPendingConnections(),
    admit: async (key, connection) =>
      openStream(await identify(key, connection.address)).publish(key, connection),
    hlsStream: (npcId) => streams.get(npcId)?.hls,
    async close() {
      clearInterval(polling)
      clearInterval(confirming)
      void reporting.close()
      for (const stream of streams.values()) stream.close()
      await reportAll().catch(() => {})
    },
  }
}
