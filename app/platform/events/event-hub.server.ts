import type { Db } from '../database/database.server.ts'
import type { Changes } from '../database/watch-changes.server.ts'
import type { Log } from '../logging.server.ts'
import {
  deleteEventsOlderThan,
  findLastEventId,
  listEvents,
  type ServerEvent,
} from './events-store.server.ts'

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
const KEPT_MS = 24 * 60 * 60_000
const CLEANED_EVERY_MS = 60 * 60_000

export async function openEventHub({ db, changes, log }: Needs): Promise<EventHub> {
  const listeners = new Set<Listener>()
  let lastId = await findLastEventId({ db })
  let reading: Promise<void> | undefined
  let isStale = false

  async function readNew(): Promise<void> {
    do {
      isStale = false
      const events = await listEvents({ db }, { after: lastId, limit: PAGE })
      lastId = events.at(-1)?.id ?? lastId
      if (events.length > 0) tell(toFrames(events))
      if (events.length === PAGE) isStale = true
    } while (isStale)
  }

  function tell(frames: Buffer): void {
    for (const listener of listeners) listener(frames)
  }

  function refresh(): Promise<void> {
    isStale = true
    reading ??= readNew()
      .catch((error: unknown) => log.debug({ err: error }, 'the events could not be read'))
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  const leave = changes.subscribe('events', () => void refresh())
  const cleaning = setInterval(() => {
    deleteEventsOlderThan({ db }, KEPT_MS).catch((error: unknown) =>
      log.debug({ err: error }, 'old events could not be deleted'),
    )
  }, CLEANED_EVERY_MS)

  return {
    lastId: () => lastId,
    async join(listener, since) {
      // Another instance may have told more than this one has read.
      if (since !== undefined && since > lastId) await refresh()
      // Whoever has all that was told so far is added in the same breath: no gap, nothing twice.
      for (let position = since ?? lastId; position < lastId; ) {
        const upTo = lastId
        const missed = await listEvents({ db }, { after: position, upTo, limit: PAGE })
        if (missed.length > 0) listener(toFrames(missed))
        position = missed.length < PAGE ? upTo : (missed.at(-1)?.id ?? upTo)
      }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      leave()
      clearInterval(cleaning)
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
