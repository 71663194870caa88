type Listener = (data: unknown) => void

type EventSourceLike = Pick<EventSource, 'readyState' | 'close' | 'addEventListener' | 'onopen' | 'onerror'>

type ServerEventsNeeds = {
  openSource(address: string): EventSourceLike
  /** A function, because the server renders with the same module and has no document. */
  page(): Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
  /** A hidden page can be heard, or seen in a window of its own: it must learn at once what it may not show any more. */
  isPlaying(): boolean
  window(): Pick<Window, 'addEventListener' | 'removeEventListener'>
}

const OPEN = 1
const CLOSED = 2
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000
const OPENS_WITHIN_MS = 10_000
const POLL_MS = 10_000

/** Events may have been missed, so a listener has to ask the server. The server may send this event too. */
export const MISSED = 'missed'
/** The server keeps events for a day. */
const REMEMBERED_MS = 12 * 60 * 60_000

/**
 * One connection to the server per page, open while something listens and the page can be seen or heard: a browser gives an
 * HTTP/1.1 site six connections for all its tabs, and keeps no page for Back that has one. When it opens again, the
 * server sends what was missed. While it cannot open, the event `missed` comes every ten seconds instead.
 */
export function createServerEvents({ openSource, page, isPlaying, window }: ServerEventsNeeds) {
  const listeners = createListeners()
  const polling = createPolling(() => listeners.emit(MISSED))
  let source: EventSourceLike | undefined
  let lastId = ''
  let closedAt = Date.now()
  let retryMs = FIRST_RETRY_MS
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function listen(event: string, onData: (data: unknown) => void): () => void {
    const listener: Listener = (data) => onData(data)
    if (listeners.isEmpty()) watchPage()
    if (!listeners.has(event)) source?.addEventListener(event, receive as EventListener)
    listeners.add(event, listener)
    // A listener that joins an open connection has missed what came since its part of the page was rendered.
    if (event === MISSED && source?.readyState === OPEN) setTimeout(() => listener(undefined))
    // Later, when most parts of the page have added their listeners.
    setTimeout(openOrClose)
    return () => {
      listeners.remove(event, listener)
      if (!listeners.isEmpty()) return
      unwatchPage()
      close()
    }
  }

  function watchPage(): void {
    page().addEventListener('visibilitychange', openOrClose)
    window().addEventListener('pagehide', close)
    window().addEventListener('pageshow', openOrClose)
  }

  function unwatchPage(): void {
    page().removeEventListener('visibilitychange', openOrClose)
    window().removeEventListener('pagehide', close)
    window().removeEventListener('pageshow', openOrClose)
  }

  function openOrClose(): void {
    if ((page().hidden && !isPlaying()) || listeners.isEmpty()) close()
    else if (source === undefined) open()
  }

  function open(): void {
    clearTimeout(retryTimer)
    source = openSource(`/api/events?since=${lastId}`)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      polling.stop()
    }
    source.onerror = () => {
      polling.startIfLate()
      retryIfClosed()
    }
    for (const event of listeners.events()) source.addEventListener(event, receive as EventListener)
    if (Date.now() - closedAt > REMEMBERED_MS) listeners.emit(MISSED)
    polling.startIfLate()
  }

  function close(): void {
    clearTimeout(retryTimer)
    polling.stop()
    if (source) closedAt = Date.now()
    source?.close()
    source = undefined
  }

  /** The browser repairs a broken connection, but gives up one that was rejected with 429 or 503. */
  function retryIfClosed(): void {
    if (source?.readyState !== CLOSED) return
    source = undefined
    retryTimer = setTimeout(openOrClose, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  function receive({ type, data, lastEventId }: MessageEvent<string>): void {
    lastId = lastEventId
    try {
      listeners.emit(type, JSON.parse(data))
    } catch (error) {
      console.warn(`unreadable event "${type}"`, error)
    }
  }

  return {
    listen,
    /** For a page that was rendered without its values. */
    refreshAll: () => listeners.emit(MISSED),
    /** The page was rendered with everything up to this event. */
    startAfter(eventId: string): void {
      if (lastId === '') lastId = eventId
    },
  }
}

function createListeners() {
  const byEvent = new Map<string, Set<Listener>>()
  return {
    isEmpty: () => byEvent.size === 0,
    has: (event: string) => byEvent.has(event),
    events: () => byEvent.keys(),
    add(event: string, listener: Listener): void {
      byEvent.set(event, (byEvent.get(event) ?? new Set()).add(listener))
    },
    remove(event: string, listener: Listener): void {
      const others = byEvent.get(event)
      others?.delete(listener)
      if (others?.size === 0) byEvent.delete(event)
    },
    emit(event: string, data?: unknown): void {
      for (const listener of byEvent.get(event) ?? []) listener(data)
    },
  }
}

/** Polls while the connection does not open in time. */
function createPolling(poll: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    startIfLate(): void {
      timer ??= setTimeout(() => {
        poll()
        timer = setInterval(poll, POLL_MS)
      }, OPENS_WITHIN_MS)
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

export const {
  listen: listenToServer,
  startAfter: startListeningAfter,
  refreshAll,
} = createServerEvents({
  openSource: (address) => new EventSource(address),
  page: () => document,
  isPlaying: () =>
    [...document.querySelectorAll('video')].some(
      (video) => !video.paused && (!video.muted || document.pictureInPictureElement === video),
    ),
  window: () => globalThis.window,
})
