import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { createHistogram } from '../../../platform/metrics/histogram.server.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { GRACE_MS, type StreamState } from '../contract.ts'
import { nextStatus, type StreamEvent, type StreamStatus } from '../state/stream-state.ts'
import { createHlsStream } from './hls-stream.server.ts'
import { type Connection, type Publisher, type PublishRejected, takenOver } from './publisher.server.ts'
import { receiveStream } from './receive-stream.server.ts'

export type IngestStream = ReturnType<typeof createIngestStream>
/** `reported` is the last state that the connection got. */
type Admitted = {
  key: string
  connection: Connection
  receiver: Publisher
  reported: StreamState | undefined
}
type StreamOptions = { npcId: string; clock: Clock; monotonic: Clock; log: Log; onChange(): void }

const PART_INTERVALS_S = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 1, 2, 5]

/** The stream of one NPC, from its first publisher here until nobody watches its end any more. */
export function createIngestStream({ npcId, clock, monotonic, log, onChange }: StreamOptions) {
  const hls = createHlsStream(clock, onPart, onDrop)
  const partIntervals = createHistogram(PART_INTERVALS_S)
  let status: StreamStatus = { state: 'offline', seenAt: monotonic.now() }
  let publisher: Admitted | undefined
  let reported = newReport()
  let lastPartAt: number | undefined
  let receivedBytes = 0

  function onPart(): void {
    const now = monotonic.now()
    if (lastPartAt !== undefined) partIntervals.observe((now - lastPartAt) / 1_000)
    lastPartAt = now
    apply(publisher ? 'part' : 'leftover part')
  }

  function apply(event: StreamEvent): void {
    const before = status.state
    status = nextStatus(status, event, monotonic.now())
    reportToPublisher(event)
    if (status.state === before) return
    if (status.state === 'offline') {
      dismiss()
      hls.end()
    }
    onChange()
  }

  function onDrop(track: number, reason: string): void {
    log.warn({ npcId, track, reason }, 'a quality was dropped')
    publisher?.connection.onDrop?.(track)
  }

  /** The state of the stream is the publisher's own once a part of it was published. */
  function reportToPublisher(event: StreamEvent): void {
    if (publisher === undefined || publisher.reported === status.state) return
    if (publisher.reported === undefined && event !== 'part') return
    publisher.reported = status.state
    publisher.connection.onState?.({ npcId, state: status.state })
  }

  /** Publishes the last frames before anything else happens. */
  function dismiss(why?: PublishRejected): void {
    const leaving = publisher
    publisher = undefined
    try {
      leaving?.receiver.end()
    } catch (error) {
      log.error({ err: error }, 'the end of a stream could not be published')
    }
    leaving?.connection.close(why)
  }

  return {
    hls,
    /** Replaces the publisher: the newest one with a valid key is shown. */
    publish(key: string, connection: Connection): Publisher {
      log.info({ npcId }, publisher ? 'another publisher took over' : 'a publisher came')
      dismiss(takenOver())
      const receiver = receiveStream(hls, monotonic)
      const admitted: Admitted = { key, connection, receiver, reported: undefined }
      publisher = admitted
      reported = newReport()
      onChange()
      return {
        receive(message) {
          if (publisher !== admitted) return
          receivedBytes += message.payload.length
          receive(admitted.receiver, message, log, npcId)
        },
        end() {
          if (publisher !== admitted) return
          dismiss()
          log.info({ npcId }, 'the publisher left')
          apply('publisher left')
        },
      }
    },
    state: () => status.state,
    publisher: () => publisher,
    reported: () => reported,
    traffic: () => ({ receivedBytes, partIntervals: partIntervals.state(), lastPartAt }),
    checkTime: () => apply('time passed'),
    isForgotten(): boolean {
      const isOver = status.state === 'offline' && reported.state === 'offline' && publisher === undefined
      // Viewers may still watch its end.
      return isOver && monotonic.now() - status.seenAt > GRACE_MS
    },
    close(): void {
      dismiss()
      apply('publisher left')
      hls.end()
    },
  }
}

function receive(receiver: Publisher, message: RtmpMessage, log: Log, npcId: string): void {
  try {
    receiver.receive(message)
  } catch (error) {
    log.info({ npcId, reason: error instanceof Error ? error.message : error }, 'a stream was rejected')
    throw error
  }
}

/** What the database knows of the newest publisher, which may have left. */
function newReport() {
  return {
    session: `ingest:${randomUUID()}`,
    state: undefined as StreamState | undefined,
    /** Whether the session owns the stream, and not a publisher at another instance. */
    isOwner: false,
    confirmedAt: Number.NEGATIVE_INFINITY,
  }
}
