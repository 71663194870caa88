import type { ServerEvent } from './events-store.server.ts'

const MAX_EVENTS = 500

/** The newest events, in memory: nearly every reader that reconnects missed no more than these. */
export function createRecentEvents(lastId: bigint) {
  let events: ServerEvent[] = []
  let since = lastId

  return {
    /** All events after this id are in memory. */
    since: () => since,
    after: (id: bigint) => events.filter((event) => event.id > id),
    /** Events up to this one are in the database alone. */
    clear(lastId: bigint): void {
      events = []
      since = lastId
    },
    /** A state replaces its predecessor. */
    add(added: ServerEvent[]): void {
      const replaced = new Set(added.filter(({ is_state }) => is_state).map(({ name }) => name))
      const all = [...events.filter(({ name }) => !replaced.has(name)), ...added]
      events = all.slice(-MAX_EVENTS)
      since = all.at(-MAX_EVENTS - 1)?.id ?? since
    },
  }
}
