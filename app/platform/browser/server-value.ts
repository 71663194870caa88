import { listenToServer, MISSED } from './server-events.ts'

/** The event says that the value has changed, and not what it is now. */
export const STALE = Symbol('stale')

export type ServerValueSource<T> = {
  /** A failure keeps the value that is on the screen. */
  load(): Promise<T>
  event?: string
  /** The value in an event, STALE when it has to be loaded, undefined when the event is about something else. */
  read?(data: unknown): T | typeof STALE | undefined
  /** Loads at once, and again at this interval. */
  pollMs?: number
  /** Runs `load` later: in a task of its own, or not in the same moment as all other pages. */
  schedule?(load: () => Promise<void>): () => void
}

export type FollowedValue = ReturnType<typeof followServerValue>

/** Follows a value of the server: by its events, and by asking where events may have been missed. */
export function followServerValue<T>(
  { load, event, read, pollMs, schedule }: ServerValueSource<T>,
  show: (value: T) => void,
  listen = listenToServer,
) {
  let version = 0
  let isClosed = false

  /** An event that came meanwhile is newer than the answer, or as new. */
  async function loadAndShow(): Promise<void> {
    version += 1
    const asked = version
    const value = await load()
    if (!isClosed && version === asked) show(value)
  }

  function receive(data: unknown): void {
    const value = read?.(data)
    if (value === STALE) refresh()
    else if (value !== undefined) {
      version += 1
      show(value)
    }
  }

  const refresh = schedule?.(loadAndShow) ?? (() => void loadAndShow().catch(() => {}))
  const stops = event === undefined ? [] : [listen(MISSED, refresh), listen(event, receive)]
  const timer = pollMs === undefined ? undefined : setInterval(refresh, pollMs)
  if (pollMs !== undefined) refresh()

  return {
    refresh,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
