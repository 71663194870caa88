import {
  CLOSE_CODES,
  PUBLISH_PATH,
  PUBLISH_PROTOCOL,
  type PublisherNews,
  type StreamStop,
  WELCOME,
} from '../contract.ts'

const FINAL_REASONS = ['key', 'taken over', 'stopped', 'stream'] as const
/** Why the server rejected the stream for good; `sentence` is the server's explanation. */
export type Rejection = {
  reason: (typeof FINAL_REASONS)[number]
  sentence: string
  stop?: StreamStop | undefined
}
/** While the stream goes on. */
export type LiveNews = Exclude<PublisherNews, { stopped: StreamStop }>
export type IngestSocket = ReturnType<typeof openIngestSocket>

/** Open: the server has accepted the key. Broken: a new connection follows. */
type Listeners = {
  onOpen(): void
  onNews(news: LiveNews): void
  onBroken(): void
  onRejected(why: Rejection): void
}

const RETRY_MS = 1_500
const POLL_MS = 1_000
/** A connection that makes no progress for this long is dead, whatever the browser reports. */
const MAX_STALL_MS = 8_000

/** Reconnects until it is closed or rejected. */
export function openIngestSocket(key: string, { onOpen, onNews, onBroken, onRejected }: Listeners) {
  const stalls = createStallDetector()
  let socket: WebSocket | undefined
  let isAccepted = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let sentBytes = 0
  let stop: StreamStop | undefined

  function connect(): void {
    const url = window.location.origin.replace('http', 'ws') + PUBLISH_PATH
    socket = new WebSocket(url, [PUBLISH_PROTOCOL, key])
    socket.onmessage = ({ data }) => (data === WELCOME ? accept() : receive(JSON.parse(data)))
    socket.onclose = end
    isAccepted = false
    stalls.reset(performance.now())
  }

  function accept(): void {
    isAccepted = true
    stalls.reset(performance.now())
    onOpen()
  }

  function receive(news: PublisherNews): void {
    if ('stopped' in news) stop = news.stopped
    else onNews(news)
  }

  function end({ code, reason: sentence }: CloseEvent): void {
    const reason = FINAL_REASONS.find((each) => CLOSE_CODES[each] === code)
    if (reason) {
      close()
      // In English and about encoders, so not for the page.
      if (reason === 'stream') console.warn(`the stream was rejected: ${sentence}`)
      onRejected({ reason, sentence, ...(stop && { stop }) })
    } else reconnect()
  }

  function reconnect(): void {
    if (isClosed) return
    abandon(socket)
    socket = undefined
    onBroken()
    clearTimeout(timer)
    timer = setTimeout(connect, RETRY_MS)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    clearInterval(polling)
    abandon(socket)
    socket = undefined
  }

  const polling = setInterval(() => {
    if (socket === undefined) return
    const { bufferedAmount: waitingBytes } = socket
    if (stalls.isStalled({ isAccepted, sentBytes, waitingBytes }, performance.now())) reconnect()
  }, POLL_MS)
  connect()
  return {
    /** Messages are dropped until the server has accepted the key. */
    send(message: Uint8Array<ArrayBuffer>): void {
      if (!isAccepted || socket === undefined) return
      socket.send(message)
      sentBytes += message.byteLength
    },
    sentBytes: () => sentBytes,
    waitingBytes: () => socket?.bufferedAmount ?? 0,
    /** Reconnects, and drops the bytes still waiting. */
    restart: reconnect,
    close,
  }
}

/** A dead socket may take minutes to report its end, so its events are ignored. */
function abandon(socket: WebSocket | undefined): void {
  if (socket === undefined) return
  socket.onmessage = null
  socket.onclose = null
  socket.close()
}

type Progress = { isAccepted: boolean; sentBytes: number; waitingBytes: number }

/** Progress means that bytes leave, or that none is waiting; before the key is accepted there is none. */
export function createStallDetector() {
  let movedAtMs = 0
  let lastLeftBytes = 0
  return {
    reset(nowMs: number): void {
      movedAtMs = nowMs
    },
    isStalled({ isAccepted, sentBytes, waitingBytes }: Progress, nowMs: number): boolean {
      const leftBytes = sentBytes - waitingBytes
      if (isAccepted && (leftBytes !== lastLeftBytes || waitingBytes === 0)) movedAtMs = nowMs
      lastLeftBytes = leftBytes
      return nowMs - movedAtMs > MAX_STALL_MS
    },
  }
}
