import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { createHistogram } from '../../../platform/metrics/histogram.server.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { GRACE_MS, type StreamState } from '../contract.ts'
import { nextStatus, type StreamEvent, type StreamStatus } from '../state/stream-state.ts'
import { createDelayLine } from './delay-line.server.ts'
import { createHlsStream } from './hls-stream.server.ts'
import { type Connection, type Publisher, PublishRejected, takenOver, tooMuch } from './publisher.server.ts'
import { checkStream, receiveStream } from './receive-stream.server.ts'

export type IngestStream = ReturnType<typeof createIngestStream>
/** `reported` is the last state that the connection got. `receiver` is undefined before its first message is due. */
type Admitted = {
  key: string
  connection: Connection
  receiver: Publisher | undefined
  reported: StreamState | undefined
}
type StreamOptions = {
  npcId: string
  clock: Clock
  monotonic: Clock
  log: Log
  onChange(): void
  /** A publisher with a valid key was rejected. */
  onRejection(sentence: string): void
}

const PART_INTERVALS_S = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 1, 2, 5]
/** The longest delay at 20 Mbit/s. */
const MAX_HELD_BYTES = 80 * 1024 * 1024

/** The stream of one NPC, from its first publisher here until nobody watches its end any more. */
export function createIngestStream({ npcId, clock, monotonic, log, onChange, onRejection }: StreamOptions) {
  const hls = createHlsStream(clock, onPart, { onDrop, onReturn, onLeaveOut })
  const line = createDelayLine(monotonic, failShown)
  const partIntervals = createHistogram(PART_INTERVALS_S)
  let status: StreamStatus = { state: 'offline', seenAt: monotonic.now() }
  /** The newest, while it is connected. */
  let publisher: Admitted | undefined
  /** The one whose messages viewers get: with a delay, an earlier one for that long. */
  let shown: Admitted | undefined
  let reported = newReport()
  let lastPartAt: number | undefined
  let receivedBytes = 0
  let playlists = 0

  function onPart(): void {
    const now = monotonic.now()
    if (lastPartAt !== undefined) partIntervals.observe((now - lastPartAt) / 1_000)
    lastPartAt = now
    apply(shown ? 'part' : 'leftover part')
  }

  function apply(event: StreamEvent): void {
    const before = status.state
    status = nextStatus(status, event, monotonic.now())
    reportToPublisher(event)
    if (status.state === before) return
    if (status.state === 'offline') {
      const isPublisherDue = publisher === shown
      endShown()
      if (isPublisherDue) disconnect()
      hls.end()
    }
    onChange()
  }

  function onDrop(track: number, reason: string): void {
    log.warn({ npcId, track, reason }, 'a quality was dropped')
  }

  function onReturn(track: number): void {
    log.info({ npcId, track }, 'a quality is back')
  }

  function onLeaveOut(track: number, reason: string): void {
    log.warn({ npcId, track, reason }, 'a quality was left out')
    shown?.connection.onLeaveOut?.(track)
  }

  /** The state of the stream is the publisher's own once a part of it was published. */
  function reportToPublisher(event: StreamEvent): void {
    if (publisher === undefined || publisher !== shown || publisher.reported === status.state) return
    if (publisher.reported === undefined && event !== 'part') return
    publisher.reported = status.state
    publisher.connection.onState?.({ npcId, state: status.state })
  }

  /** Publishes its last frames before anything else happens. */
  function endShown(): void {
    const ending = shown
    shown = undefined
    try {
      ending?.receiver?.end()
    } catch (error) {
      log.error({ err: error }, 'the end of a stream could not be published')
    }
    // What it has sent beyond that is not shown any more.
    if (ending) ending.receiver = undefined
  }

  function disconnect(why?: PublishRejected): void {
    const leaving = publisher
    publisher = undefined
    leaving?.connection.close(why)
  }

  function show(admitted: Admitted): void {
    endShown()
    admitted.receiver = receiveStream(hls, monotonic)
    shown = admitted
  }

  function hide(admitted: Admitted): void {
    if (shown !== admitted) return
    endShown()
    apply('publisher left')
  }

  /** What was held fails when it is due, and not when it came. */
  function failShown(error: unknown): void {
    const failing = shown
    if (!(error instanceof PublishRejected)) log.error({ err: error }, 'a publisher could not be served')
    if (failing && publisher === failing) disconnect(error instanceof PublishRejected ? error : undefined)
    if (failing) hide(failing)
  }

  function receive(admitted: Admitted, message: RtmpMessage): void {
    try {
      admitted.receiver?.receive(message)
    } catch (error) {
      reject(error)
    }
  }

  function reject(error: unknown): never {
    const reason = error instanceof Error ? error.message : error
    log.info({ npcId, reason }, 'a stream was rejected')
    if (error instanceof PublishRejected) onRejection(error.message)
    throw error
  }

  function hold(check: Pick<Publisher, 'receive'>, message: RtmpMessage): void {
    try {
      check.receive(message)
      if (line.bytes() > MAX_HELD_BYTES) throw tooMuch()
    } catch (error) {
      reject(error)
    }
  }

  return {
    hls,
    /** Replaces the publisher: the newest one with a valid key is shown. */
    publish(key: string, connection: Connection, delayMs: number): Publisher {
      log.info({ npcId }, publisher ? 'another publisher took over' : 'a publisher came')
      disconnect(takenOver())
      if (delayMs !== line.delayMs()) {
        line.setDelay(delayMs)
        endShown()
        hls.setDelay(delayMs)
      }
      const check = delayMs > 0 ? checkStream(monotonic) : undefined
      const admitted: Admitted = { key, connection, receiver: undefined, reported: undefined }
      line.add(0, () => show(admitted))
      publisher = admitted
      reported = newReport()
      onChange()
      return {
        receive(message) {
          if (publisher !== admitted) return
          receivedBytes += message.payload.length
          if (check) hold(check, message)
          line.add(message.payload.length, () => receive(admitted, message))
        },
        end() {
          if (publisher !== admitted) return
          disconnect()
          log.info({ npcId }, 'the publisher left')
          line.add(0, () => hide(admitted))
        },
      }
    },
    state: () => status.state,
    publisher: () => publisher,
    reported: () => reported,
    countPlaylist(): void {
      playlists += 1
    },
    traffic: () => ({
      receivedBytes,
      playlists,
      partIntervals: partIntervals.state(),
      lastPartAt,
      delayMs: line.delayMs(),
    }),
    checkTime: () => apply('time passed'),
    isOver,
    isForgotten(): boolean {
      // Viewers may still watch its end.
      return isOver() && reported.state === 'offline' && monotonic.now() - status.seenAt > GRACE_MS
    },
    /** At once: what is held is never shown, and what viewers could still fetch is gone. */
    stop(why: PublishRejected): void {
      log.info({ npcId }, 'the stream was stopped')
      line.clear()
      shown = undefined
      disconnect(why)
      hls.remove()
      status = { state: 'offline', seenAt: monotonic.now() }
    },
    close(): void {
      line.clear()
      endShown()
      disconnect()
      apply('publisher left')
      hls.end()
    },
  }

  function isOver(): boolean {
    return status.state === 'offline' && publisher === undefined && line.isEmpty()
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
