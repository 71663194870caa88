type Listener = (data: unknown) => void

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000
const OPENS_WITHIN_MS = 10_000
const ASK_EVERY_MS = 10_000

/** Not of the server: what it said may have been missed, and whoever needs it has to ask. */
export const MISSED = 'missed'
/** The server remembers what happened for a day. */
const REMEMBERED_MS = 12 * 60 * 60_000

const listeners = new Map<string, Set<Listener>>()
let source: EventSource | undefined
let lastId = ''
let closedAt = Date.now()
let retryMs = FIRST_RETRY_MS
let retryTimer: ReturnType<typeof setTimeout> | undefined
let openTimer: ReturnType<typeof setTimeout> | undefined
let askTimer: ReturnType<typeof setInterval> | undefined

/**
 * One line to the server for the whole page, open while somebody listens and the page is seen: a browser gives an
 * HTTP/1.1 site six lines for all its tabs. What was said while it was closed is said when it opens again. Where no
 * line can be had the event `missed` comes every ten seconds instead.
 */
export function listenToServer(event: string, onData: (data: unknown) => void): () => void {
  const listener: Listener = (data) => onData(data)
  if (listeners.size === 0) document.addEventListener('visibilitychange', openOrClose)
  listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  source?.addEventListener(event, hear)
  // Who comes while the line is open has heard nothing of what was said since his part of the page was made.
  if (event === MISSED && source?.readyState === EventSource.OPEN) setTimeout(() => listener(undefined))
  // Later, when all parts of the page have said what they have to say.
  setTimeout(openOrClose)
  return () => forget(event, listener)
}

/** What was said up to here is in the page already. */
export function startListeningAfter(eventId: string): void {
  if (lastId === '') lastId = eventId
}

function forget(event: string, listener: Listener): void {
  const others = listeners.get(event)
  others?.delete(listener)
  if (others?.size === 0) listeners.delete(event)
  if (listeners.size > 0) return
  document.removeEventListener('visibilitychange', openOrClose)
  close()
}

function openOrClose(): void {
  if (document.hidden || listeners.size === 0) close()
  else if (source === undefined) open()
}

function open(): void {
  clearTimeout(retryTimer)
  source = new EventSource(`/api/events?since=${lastId}`)
  source.onopen = () => {
    retryMs = FIRST_RETRY_MS
    stopAsking()
  }
  source.onerror = () => {
    askIfLate()
    retryIfClosed()
  }
  for (const event of listeners.keys()) source.addEventListener(event, hear)
  if (Date.now() - closedAt > REMEMBERED_MS) tell(MISSED)
  askIfLate()
}

function close(): void {
  clearTimeout(retryTimer)
  stopAsking()
  source?.close()
  source = undefined
  closedAt = Date.now()
}

/** A line that breaks is mended by the browser; one that was refused is given up by it. */
function retryIfClosed(): void {
  if (source?.readyState !== EventSource.CLOSED) return
  source = undefined
  retryTimer = setTimeout(openOrClose, retryMs)
  retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
}

function askIfLate(): void {
  openTimer ??= setTimeout(() => {
    tell(MISSED)
    askTimer = setInterval(() => tell(MISSED), ASK_EVERY_MS)
  }, OPENS_WITHIN_MS)
}

function stopAsking(): void {
  clearTimeout(openTimer)
  clearInterval(askTimer)
  openTimer = undefined
}

function hear({ type, data, lastEventId }: MessageEvent<string>): void {
  lastId = lastEventId
  try {
    tell(type, JSON.parse(data))
  } catch (error) {
    console.warn(`the event "${type}" could not be read`, error)
  }
}

function tell(event: string, data?: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(data)
}
