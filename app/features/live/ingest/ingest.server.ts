import { hostname } from 'node:os'
import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import { type Clock, monotonicClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Changes } from '../../../platform/database/watch-changes.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { createPendingConnections } from '../../../platform/rate-limits/pending-connections.server.ts'
import { keepStageRules } from '../stage/keep-stage-rules.server.ts'
import { type StageRule, saveProblem } from '../stage/stages-store.server.ts'
import { CONFIRM_EVERY_MS } from '../state/stream-state.ts'
import { createIngestStream, type IngestStream } from './ingest-stream.server.ts'
import { createKeyAttempts } from './key-attempts.server.ts'
import {
  type Connection,
  type Publisher,
  PublishRejected,
  StreamStopped,
  unknownKey,
} from './publisher.server.ts'
import { createHealthReports } from './report-health.server.ts'
import { reportStreams } from './report-streams.server.ts'
import { checkKey } from './stream-keys.server.ts'

export type Ingest = ReturnType<typeof openIngest>
type IngestOptions = {
  db: Db
  changes: Pick<Changes, 'subscribe'>
  clock: Clock
  monotonic?: Clock
  log: Log
}

const POLL_MS = 500
const TOO_MANY_WRONG_KEYS = 'Too many wrong stream keys came from this address. Please wait a minute.'
const KEYS_UNAVAILABLE = 'Stream keys cannot be checked just now. Please try again in a moment.'

/** Takes streams in, serves them to viewers, and reports the state of each. */
export function openIngest({ db, changes, clock, monotonic = monotonicClock, log }: IngestOptions) {
  const streams = new Map<string, IngestStream>()
  let stops = 0
  const rules = keepStageRules({ db, changes, log, onRead: (listed) => listed.forEach(applyStop) })
  const reportHealth = createHealthReports({
    db,
    monotonic,
    instance: `${hostname()}, process ${process.pid}`,
  })
  const beginKeyAttempt = createKeyAttempts({ log, monotonic })
  const reportAll = () => reportStreams({ db, monotonic, readRules: rules.read, reportHealth }, streams)
  const reporting = startBackgroundTask({
    work: () => reportAll().then(() => 'idle' as const),
    log,
    failing: 'stream states cannot be reported',
    recovered: 'stream states are reported again',
    level: 'debug',
    startsIdle: true,
  })
  const confirming = setInterval(() => {
    reporting.request()
    // Should a notification be lost.
    if (streams.size > 0) rules.request()
  }, CONFIRM_EVERY_MS)
  const polling = setInterval(() => {
    for (const [npcId, stream] of streams) {
      stream.checkTime()
      if (stream.isForgotten()) streams.delete(npcId)
    }
  }, POLL_MS)

  function applyStop({ npcId, stop }: StageRule): void {
    const stream = streams.get(npcId)
    if (stop === undefined || stream === undefined) return
    streams.delete(npcId)
    stops += 1
    stream.stop(new StreamStopped(stop))
  }

  async function identify(key: string, address: string | undefined): Promise<string> {
    const attempt = beginKeyAttempt(key, address)
    if (attempt === undefined) throw new PublishRejected(TOO_MANY_WRONG_KEYS, 'later')
    const npcId = await checkKeyAndRules(key).catch((error: unknown) => {
      attempt.excuse(false)
      log.warn({ err: error }, 'a stream key could not be checked')
      throw new PublishRejected(KEYS_UNAVAILABLE, 'later')
    })
    if (npcId === undefined) {
      attempt.report()
      throw unknownKey()
    }
    attempt.excuse(true)
    return npcId
  }

  async function checkKeyAndRules(key: string): Promise<string | undefined> {
    const npcId = await checkKey({ db }, key)
    if (npcId !== undefined) await rules.read()
    return npcId
  }

  function noteRejection(npcId: string, sentence: string): void {
    saveProblem({ db }, npcId, sentence).catch((error: unknown) =>
      log.debug({ err: error }, 'a rejection could not be saved for the desk'),
    )
  }

  /** A stream that is over is not continued: viewers have seen its end. */
  function openStream(npcId: string): IngestStream {
    const known = streams.get(npcId)
    if (known && !known.isOver()) return known
    const onRejection = (sentence: string) => noteRejection(npcId, sentence)
    const needs = { npcId, clock, monotonic, log, onRejection }
    const stream = createIngestStream({ ...needs, onChange: reporting.request })
    streams.set(npcId, stream)
    return stream
  }

  return {
    /** Connections that have not shown a key, on any port. */
    pending: createPendingConnections(),
    /** Throws a `PublishRejected`. */
    async admit(key: string, connection: Connection): Promise<Publisher> {
      const npcId = await identify(key, connection.address)
      // No await from here on: a stop that is read later finds the publisher.
      const { stop, delayMs } = rules.of(npcId)
      if (stop) throw new StreamStopped(stop)
      return openStream(npcId).publish(key, connection, delayMs)
    },
    /** Of every stream that has a publisher, or had one moments ago. */
    traffic: () =>
      [...streams].map(([npcId, stream]) => {
        const { receivedBytes, playlists, partIntervals, lastPartAt } = stream.traffic()
        const silentS = lastPartAt === undefined ? undefined : (monotonic.now() - lastPartAt) / 1_000
        return {
          npcId,
          hasPublisher: stream.publisher() !== undefined,
          receivedBytes,
          playlists,
          partIntervals,
          silentS,
        }
      }),
    hlsStream: (npcId: string) => streams.get(npcId)?.hls,
    /** A viewer waits for the next part. */
    countPlaylist: (npcId: string) => streams.get(npcId)?.countPlaylist(),
    /** Since the start. What was kept of a stream before a stop must not be sent any more. */
    stops: () => stops,
    async close(): Promise<void> {
      clearInterval(polling)
      clearInterval(confirming)
      void reporting.close()
      rules.close()
      for (const stream of streams.values()) stream.close()
      await reportAll().catch(() => {})
    },
  }
}
