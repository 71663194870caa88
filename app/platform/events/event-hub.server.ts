import type { Db } from '../database/database.server.ts'
import type { Changes } from '../database/watch-changes.server.ts'
import type { Log } from '../logging.server.ts'
import { repeatWhileAsked } from '../repeat-while-asked.server.ts'
import { shareNext } from '../share-next.ts'
import { findLastEventId, listEvents, type ServerEvent } from './events-store.server.ts'

/** Tells everyone who listens what happened, on this instance or another. */
export type EventHub = {
  /** The newest that has been told. */
  lastId(): bigint
  /** Sends what came after `since`, when it is given, and then everything as it happens. */
  join(listener: Listener, since: bigint | undefined): Promise<() => void>
  close(): void
}

/** Everyone is given the same bytes. */
type Listener = (frames: Buffer) => void

type Needs = { db: Db; changes: Changes; log: Log }

const PAGE = 500
const MOST_REMEMBERED = 500

export async function openEventHub({ db, changes, log }: Needs): Promise<EventHub> {
  const listeners = new Set<Listener>()
  let lastId = await findLastEventId({ db })
  /** What came after `rememberedSince`: nearly everyone who comes back missed no more than that. */
  let remembered: ServerEvent[] = []
  let rememberedSince = lastId

  function remember(events: ServerEvent[]): void {
    const replaced = new Set(events.filter(({ is_state }) => is_state).map(({ name }) => name))
    const all = [...remembered.filter(({ name }) => !replaced.has(name)), ...events]
    remembered = all.slice(-MOST_REMEMBERED)
    rememberedSince = all.at(-MOST_REMEMBERED - 1)?.id ?? rememberedSince
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

  const read = shareNext(readNew)
  const reading = repeatWhileAsked(
    () => read().then(() => 0),
    (error) => log.debug({ err: error }, 'the events could not be read'),
  )
  const leave = changes.subscribe('events', reading.ask)

  async function tellMissed(listener: Listener, since: bigint): Promise<void> {
    // Another instance may have told more than this one has read.
    if (since > lastId) await read()
    let position = since
    while (position < rememberedSince) {
      const upTo = rememberedSince
      const missed = await listEvents({ db }, { after: position, upTo, limit: PAGE })
      if (missed.length > 0) listener(toFrames(missed))
      position = missed.length < PAGE ? upTo : (missed.at(-1)?.id ?? upTo)
    }
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
      leave()
      reading.close()
    },
  }
}

function toFrames(events: ServerEvent[]): Buffer {
  return Buffer.from(
    events
      .map(({ id, name, data }) => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(''),
  )
}
