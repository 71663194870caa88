type Listener = (data: unknown) => void

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

const listeners = new Map<string, Set<Listener>>()
let source: EventSource | undefined
let retryMs = FIRST_RETRY_MS
let retryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * One line to the server for the whole page, open while somebody listens and the page is seen: a browser gives an
 * HTTP/1.1 site six lines for all its tabs. The event `open` says that the line is open: what was said before it
 * opened has been missed.
 */
export function listenToServer(event: string, onData: (data: unknown) => void): () => void {
  const listener: Listener = (data) => onData(data)
  if (listeners.size === 0) document.addEventListener('visibilitychange', openOrClose)
  listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  source?.addEventListener(event, tell)
  if (event === 'open' && source?.readyState === EventSource.OPEN) listener(undefined)
  openOrClose()
  return () => forget(event, listener)
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
  if (document.hidden) close()
  else if (source === undefined) open()
}

function open(): void {
  if (typeof EventSource === 'undefined') return
  clearTimeout(retryTimer)
  source = new EventSource('/api/events')
  source.onopen = () => {
    retryMs = FIRST_RETRY_MS
  }
  source.onerror = retryIfClosed
  for (const event of listeners.keys()) source.addEventListener(event, tell)
}

function close(): void {
  clearTimeout(retryTimer)
  source?.close()
  source = undefined
}

/** A line that breaks is mended by the browser; one that was refused is given up by it. */
function retryIfClosed(): void {
  if (source?.readyState !== EventSource.CLOSED) return
  close()
  retryTimer = setTimeout(openOrClose, retryMs)
  retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
}

function tell({ type, data }: Event & { data?: string }): void {
  try {
    const told: unknown = data === undefined ? undefined : JSON.parse(data)
    for (const listener of listeners.get(type) ?? []) listener(told)
  } catch (error) {
    console.warn(`the event "${type}" could not be read`, error)
  }
}
