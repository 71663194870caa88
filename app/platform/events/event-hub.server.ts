import { startBackgroundTask } from '../async/background-task.server.ts'
import { coalesceCalls } from '../async/coalesce-calls.ts'
import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { MISSED } from '../browser/server-events.ts'
import type { Db } from '../database/database.server.ts'
import type { Changes } from '../database/watch-changes.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { findLastEventId, listEvents, REVISED, type ServerEvent } from './events-store.server.ts'
import { createRecentEvents } from './recent-events.server.ts'

export type EventHub = Awaited<ReturnType<typeof openEventHub>>

/** Every listener gets the same bytes. */
type Listener = (frames: Buffer) => void
type Reader = { listener: Listener; isGone(): boolean }

type Needs = { db: Db; changes: Changes; log: Log }

const PAGE = 500
/** A reader that missed more had better fetch what it shows. */
const MAX_REPLAYED = 1_000

/** Sends all events, of this instance and of others, to every listener. */
export async function openEventHub({ db, changes, log }: Needs) {
  const listeners = new Set<Listener>()
  let lastId = await findLastEventId({ db })
  const recent = createRecentEvents(lastId)
  let isRevised = false

  async function readNew(): Promise<void> {
    // Here, because a read that was under way may have added rows from before the revision.
    if (isRevised) recent.clear(lastId)
    isRevised = false
    for (let isMore = true; isMore; ) {
      const events = await listEvents({ db }, { after: lastId, limit: PAGE })
      isMore = events.length === PAGE
      if (events.length === 0) return
      lastId = events.at(-1)?.id ?? lastId
      recent.add(events)
      const frames = toFrames(events)
      for (const listener of listeners) listener(frames)
    }
  }

  const read = coalesceCalls(readNew)
  const reading = startBackgroundTask({
    work: () => read().then(() => 'idle' as const),
    log,
    failing: 'events cannot be read',
    recovered: 'events can be read again',
    level: 'debug',
    startsIdle: true,
  })
  const unsubscribe = changes.subscribe('events', (notification) => {
    isRevised ||= notification === undefined || notification === REVISED
    reading.request()
  })
  const mutex = createKeyedMutex()

  /**
   * One reader at a time: however many reconnect at once, they use one connection, and those who have left while they
   * waited use none. Returns how far it got.
   */
  async function replay({ listener, isGone }: Reader, since: bigint): Promise<bigint> {
    const upTo = recent.since()
    const range = { after: since, upTo, limit: MAX_REPLAYED + 1 }
    const missed = await mutex('replay', async () => (isGone() ? [] : listEvents({ db }, range)))
    if (missed.length > MAX_REPLAYED) listener(toFrames([{ id: upTo, name: MISSED, data: null }]))
    else if (missed.length > 0) listener(toFrames(missed))
    return upTo
  }

  async function sendMissed(reader: Reader, since: bigint): Promise<void> {
    // Another instance may have sent more than this one has read.
    if (since > lastId) await read()
    let position = since
    while (position < recent.since()) position = await replay(reader, position)
    const rest = recent.after(position)
    if (rest.length > 0) reader.listener(toFrames(rest))
  }

  return {
    /** The newest event that was sent. */
    lastId: () => lastId,
    /** Sends the events after `since`, or the event `missed` when there are too many, and then every new event. */
    async join(
      listener: Listener,
      since: bigint | undefined,
      isGone: () => boolean = () => false,
    ): Promise<() => void> {
      if (since !== undefined) await sendMissed({ listener, isGone }, since)
      // No await since the last missed event was sent: no gap, and nothing twice.
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close(): void {
      unsubscribe()
      void reading.close()
    },
  }
}

function toFrames(events: Pick<ServerEvent, 'id' | 'name' | 'data'>[]): Buffer {
  return Buffer.from(
    events
      .map(({ id, name, data }) => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(''),
  )
}
