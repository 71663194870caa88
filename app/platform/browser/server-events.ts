type Listener = (data: unknown) => void

type EventSourceLike = Pick<EventSource, 'readyState' | 'close' | 'addEventListener' | 'onopen' | 'onerror'>

type ServerEventsNeeds = {
  openSource(address: string): EventSourceLike
  /** Where it is said whether the page is seen; the server, which renders with the same module, has none. */
  page(): Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}

const OPEN = 1
const CLOSED = 2
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000
const OPENS_WITHIN_MS = 10_000
const ASK_EVERY_MS = 10_000

/** What the server said may have been missed, and a listener that needs it has to ask. The server may say so too. */
export const MISSED = 'missed'
/** The server remembers what happened for a day. */
const REMEMBERED_MS = 12 * 60 * 60_000

/**
 * One connection to the server for the whole page, open while somebody listens and the page is seen: a browser gives an
 * HTTP/1.1 site six connections for all its tabs. What was said while it was closed is said when it opens again. Where
 * no connection can be had the event `missed` comes every ten seconds instead.
 */
export function createServerEvents({ openSource, page }: ServerEventsNeeds) {
  const listeners = new Map<string, Set<Listener>>()
  let source: EventSourceLike | undefined
  let lastId = ''
  let closedAt = Date.now()
  let retryMs = FIRST_RETRY_MS
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let askTimer: ReturnType<typeof setTimeout> | undefined

  function listen(event: string, onData: (data: unknown) => void): () => void {
    const listener: Listener = (data) => onData(data)
    if (listeners.size === 0) page().addEventListener('visibilitychange', openOrClose)
    if (!listeners.has(event)) source?.addEventListener(event, hear as EventListener)
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    // A listener that comes while the connection is open has not heard what was said since its part of the page was made.
    if (event === MISSED && source?.readyState === OPEN) setTimeout(() => listener(undefined))
    // Later, when all parts of the page have said what they have to say.
    setTimeout(openOrClose)
    return () => forget(event, listener)
  }

  function forget(event: string, listener: Listener): void {
    const others = listeners.get(event)
    others?.delete(listener)
    if (others?.size === 0) listeners.delete(event)
    if (listeners.size > 0) return
    page().removeEventListener('visibilitychange', openOrClose)
    close()
  }

  function openOrClose(): void {
    if (page().hidden || listeners.size === 0) close()
    else if (source === undefined) open()
  }

  function open(): void {
    clearTimeout(retryTimer)
    source = openSource(`/api/events?since=${lastId}`)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      stopAsking()
    }
    source.onerror = () => {
      askIfLate()
      retryIfClosed()
    }
    for (const event of listeners.keys()) source.addEventListener(event, hear as EventListener)
    if (Date.now() - closedAt > REMEMBERED_MS) tell(MISSED)
    askIfLate()
  }

  function close(): void {
    clearTimeout(retryTimer)
    stopAsking()
    if (source) closedAt = Date.now()
    source?.close()
    source = undefined
  }

  /** A connection that breaks is mended by the browser; one that was refused, with 429 or 503, is given up by it. */
  function retryIfClosed(): void {
    if (source?.readyState !== CLOSED) return
    source = undefined
    retryTimer = setTimeout(openOrClose, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  function askIfLate(): void {
    askTimer ??= setTimeout(() => {
      tell(MISSED)
      askTimer = setInterval(() => tell(MISSED), ASK_EVERY_MS)
    }, OPENS_WITHIN_MS)
  }

  function stopAsking(): void {
    clearTimeout(askTimer)
    askTimer = undefined
  }

  function hear({ type, data, lastEventId }: MessageEvent<string>): void {
    lastId = lastEventId
    try {
      tell(type, JSON.parse(data))
    } catch (error) {
      console.warn(`unreadable event "${type}"`, error)
    }
  }

  function tell(event: string, data?: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(data)
  }

  return {
    listen,
    /** What was said up to here is in the page already. */
    startAfter(eventId: string): void {
      if (lastId === '') lastId = eventId
    },
  }
}

export const { listen: listenToServer, startAfter: startListeningAfter } = createServerEvents({
  openSource: (address) => new EventSource(address),
  page: () => document,
})
