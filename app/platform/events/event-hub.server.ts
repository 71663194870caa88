import { startBackgroundTask } from '../async/background-task.server.ts'
import { coalesceCalls } from '../async/coalesce-calls.ts'
import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { MISSED } from '../browser/server-events.ts'
import type { Db } from '../database/database.server.ts'
import type { Changes } from '../database/watch-changes.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { findLastEventId, listEvents, type ServerEvent } from './events-store.server.ts'

/** Tells everyone who listens what happened, on this instance or another. */
export type EventHub = {
  /** The newest that has been told. */
  lastId(): bigint
  /** Sends what came after `since`, or the event `missed` when that is too much, and then everything as it happens. */
  join(listener: Listener, since: bigint | undefined): Promise<() => void>
  close(): void
}

/** Everyone is given the same bytes. */
type Listener = (frames: Buffer) => void

type Needs = { db: Db; changes: Changes; log: Log }

const PAGE = 500
const MAX_REMEMBERED = 500
/** For a reader who missed more it is cheaper to fetch what it shows, and for us as well. */
const MAX_REPLAYED = 1_000

export async function openEventHub({ db, changes, log }: Needs): Promise<EventHub> {
  const listeners = new Set<Listener>()
  let lastId = await findLastEventId({ db })
  /** What came after `rememberedSince`: nearly everyone who comes back missed no more than that. */
  let remembered: ServerEvent[] = []
  let rememberedSince = lastId

  function remember(events: ServerEvent[]): void {
    const replaced = new Set(events.filter(({ is_state }) => is_state).map(({ name }) => name))
    const all = [...remembered.filter(({ name }) => !replaced.has(name)), ...events]
    remembered = all.slice(-MAX_REMEMBERED)
    rememberedSince = all.at(-MAX_REMEMBERED - 1)?.id ?? rememberedSince
  }

  async function readNew(): Promise<void> {
    for (let isMore = true; isMore; ) {
      const events = await listEvents({ db }, { after: lastId, limit: PAGE })
      isMore = events.length === PAGE
      if (events.length === 0) return
      lastId = events.at(-1)?.id ?? lastId
      remember(events)
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
  const unsubscribe = changes.subscribe('events', reading.request)

  const mutex = createKeyedMutex()

  /** One reader at a time: however many come back at once, they take one connection. Returns how far it went. */
  async function replay(listener: Listener, since: bigint): Promise<bigint> {
    const upTo = rememberedSince
    const range = { after: since, upTo, limit: MAX_REPLAYED + 1 }
    const missed = await mutex('replay', () => listEvents({ db }, range))
    if (missed.length > MAX_REPLAYED) listener(toFrames([{ id: upTo, name: MISSED, data: null }]))
    else if (missed.length > 0) listener(toFrames(missed))
    return upTo
  }

  async function tellMissed(listener: Listener, since: bigint): Promise<void> {
    // Another instance may have told more than this one has read.
    if (since > lastId) await read()
    let position = since
    while (position < rememberedSince) position = await replay(listener, position)
    const rest = remembered.filter(({ id }) => id > position)
    if (rest.length > 0) listener(toFrames(rest))
  }

  return {
    lastId: () => lastId,
    async join(listener, since) {
      if (since !== undefined) await tellMissed(listener, since)
      // In the same breath as the last of what was missed: no gap, nothing twice.
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
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
