import { randomUUID } from 'node:crypto'
import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import { type Clock, monotonicClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import {
  createPendingConnections,
  type PendingConnections,
} from '../../../platform/rate-limits/pending-connections.server.ts'
import { GRACE_MS, type StreamState } from '../contract.ts'
import { confirmStream, reportStreamState } from '../state/streams-store.server.ts'
import { createHlsStream, type HlsStream } from './hls-stream.server.ts'
import { createKeyAttempts } from './key-attempts.server.ts'
import {
  type Connection,
  keysUnavailable,
  type Publisher,
  type PublishRejected,
  takenOver,
  tooManyWrongKeys,
  unknownKey,
} from './publisher.server.ts'
import { receiveStream } from './receive-stream.server.ts'
import { checkKey } from './stream-keys.server.ts'

/** Takes publishers' streams in, shows them to viewers, and tells everybody how each is doing. */
export type Ingest = {
  /** Connections without a key, on whatever port they came. */
  pending: PendingConnections
  /** Throws a `PublishRejected`, with a sentence for him who sends. */
  admit(key: string, connection: Connection): Promise<Publisher>
  hlsStream(npcId: string): HlsStream | undefined
  close(): Promise<void>
}

type Stream = {
  hls: HlsStream
  /** The one whose pictures are shown; the newest with a right key. */
  sender: { key: string; connection: Connection; receiver: Publisher } | undefined
  /** The newest sender's, also when he has left. */
  session: string
  state: StreamState
  /** What the database has been told. */
  told: StreamState | undefined
  /** Whether the session has the stream, and not one at another instance. */
  isHeld: boolean
  keptAt: number
  lastPartAt: number
  reconnectingSince: number
}

type Needs = { db: Db; clock: Clock; monotonic?: Clock; log: Log }

const QUIET_MS = 3_000
/** Who watches the end of a stream may take this long. */
const FORGOTTEN_AFTER_MS = 2 * GRACE_MS
const POLL_MS = 500
const KEEP_EVERY_MS = 4_000

export function openIngest({ db, clock, monotonic = monotonicClock, log }: Needs): Ingest {
  const streams = new Map<string, Stream>()
  const beginKeyAttempt = createKeyAttempts({ log, monotonic })
  const telling = startBackgroundTask({
    work: () => tell().then(() => 'idle' as const),
    log,
    failing: 'stream states cannot be reported',
    recovered: 'stream states are reported again',
    level: 'debug',
    startsIdle: true,
  })
  const looking = setInterval(look, POLL_MS)
  const keeping = setInterval(telling.request, KEEP_EVERY_MS)

  function open(npcId: string): Stream {
    const known = streams.get(npcId)
    if (known && (known.state !== 'offline' || known.sender)) return known
    const stream: Stream = {
      hls: createHlsStream(clock, () => showPart(stream)),
      sender: undefined,
      session: '',
      state: 'offline',
      told: undefined,
      isHeld: false,
      keptAt: Number.NEGATIVE_INFINITY,
      lastPartAt: 0,
      reconnectingSince: 0,
    }
    streams.set(npcId, stream)
    return stream
  }

  function change(stream: Stream, state: StreamState): void {
    if (stream.state === state) return
    stream.state = state
    if (state === 'reconnecting') stream.reconnectingSince = monotonic.now()
    if (state === 'offline') {
      dismiss(stream)
      stream.hls.end()
    }
    telling.request()
  }

  /** At once: his last pictures are given out before anything else happens. */
  function dismiss(stream: Stream, why?: PublishRejected): void {
    const { sender } = stream
    stream.sender = undefined
    try {
      sender?.receiver.end()
    } catch (error) {
      log.error({ err: error }, 'the end of a stream could not be given out')
    }
    sender?.connection.close(why)
  }

  function showPart(stream: Stream): void {
    stream.lastPartAt = monotonic.now()
    // The last of what is given out when a publisher leaves is no sign of life.
    if (stream.sender) change(stream, 'live')
  }

  function look(): void {
    const now = monotonic.now()
    for (const [npcId, stream] of streams) {
      if (stream.state === 'live' && now - stream.lastPartAt > QUIET_MS) change(stream, 'reconnecting')
      const waited = now - stream.reconnectingSince
      if (stream.state === 'reconnecting' && waited > GRACE_MS) change(stream, 'offline')
      const isForgotten = stream.state === 'offline' && stream.told === 'offline' && !stream.sender
      if (isForgotten && waited > FORGOTTEN_AFTER_MS) streams.delete(npcId)
    }
  }

  /** What has changed, and that those who were live still are. */
  async function tell(): Promise<void> {
    for (const [npcId, stream] of streams) await tellOf(npcId, stream)
  }

  async function tellOf(npcId: string, stream: Stream): Promise<void> {
    const { state, session, sender } = stream
    if (state !== stream.told) {
      const isHeld = await reportStreamState({ db }, { npcId, session, state })
      // What was told of a former sender says nothing of the one who took over meanwhile.
      if (stream.session !== session) return
      stream.told = state
      if (stream.isHeld && !isHeld) sender?.connection.close(takenOver())
      stream.isHeld = isHeld
      return
    }
    const isDue = monotonic.now() - stream.keptAt > KEEP_EVERY_MS / 2
    if (sender === undefined || !isDue) return
    stream.keptAt = monotonic.now()
    const isKeyValid = (await checkKey({ db }, sender.key)) === npcId
    if (!isKeyValid) return sender.connection.close(unknownKey())
    if (!stream.isHeld) return
    const kept = await confirmStream({ db }, npcId, session)
    if (stream.session !== session) return
    if (kept === undefined) sender.connection.close(takenOver())
    else stream.told = kept
  }

  async function admit(key: string, connection: Connection): Promise<Publisher> {
    const attempt = beginKeyAttempt(key, connection.address)
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
    return takeOver(npcId, key, connection)
  }

  function takeOver(npcId: string, key: string, connection: Connection): Publisher {
    const stream = open(npcId)
    log.info({ npcId }, stream.sender ? 'another publisher took over' : 'a publisher came')
    dismiss(stream, takenOver())
    const receiver = receiveStream(stream.hls, monotonic)
    const sender = { key, connection, receiver }
    stream.sender = sender
    stream.session = `ingest:${randomUUID()}`
    stream.told = undefined
    stream.isHeld = false
    telling.request()
    return {
      receive(message) {
        if (stream.sender !== sender) return
        try {
          receiver.receive(message)
        } catch (error) {
          log.info({ npcId, reason: error instanceof Error ? error.message : error }, 'a stream was refused')
          throw error
        }
      },
      end() {
        if (stream.sender !== sender) return
        dismiss(stream)
        log.info({ npcId }, 'the publisher left')
        if (stream.state === 'live') change(stream, 'reconnecting')
      },
    }
  }

  return {
    pending: createPendingConnections(),
    admit,
    hlsStream: (npcId) => streams.get(npcId)?.hls,
    async close() {
      clearInterval(looking)
      clearInterval(keeping)
      void telling.close()
      for (const stream of streams.values()) {
        dismiss(stream)
        if (stream.state === 'live') stream.state = 'reconnecting'
        stream.hls.end()
      }
      await tell().catch(() => {})
    },
  }
}
