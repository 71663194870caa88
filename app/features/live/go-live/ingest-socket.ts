import { CLOSE_CODES, SEND_PATH, SEND_PROTOCOL } from './contract.ts'

/** Why the site sent us away for good; `sentence` is in its own words. */
export type SentAway = { reason: 'key' | 'taken over' | 'stream'; sentence: string }

export type Line = {
  /** Dropped while there is no one to take it. */
  send(message: Uint8Array<ArrayBuffer>): void
  sentBytes(): number
  waitingBytes(): number
  /** Begins anew: what waits on the old one is dropped. */
  restart(): void
  close(): void
}

type News = {
  /** The site has taken the key, and waits for what comes. */
  onOpen(): void
  /** The line broke; it is tried again. */
  onBroken(): void
  onSentAway(why: SentAway): void
}

const TRY_AGAIN_MS = 1_500
const POLL_MS = 1_000
/** No welcome for so long, or bytes that wait and none that leaves: the line is dead, whatever the browser thinks. */
const DEAD_AFTER_MS = 8_000

/** Comes back by itself until it is closed, or sent away for good. */
export function openLine(key: string, { onOpen, onBroken, onSentAway }: News): Line {
  let socket: WebSocket | undefined
  let isAdmitted = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let sentBytes = 0
  let leftBytes = 0
  let aliveAt = 0

  function connect(): void {
    const line = new WebSocket(window.location.origin.replace('http', 'ws') + SEND_PATH, [SEND_PROTOCOL, key])
    socket = line
    aliveAt = performance.now()
    line.onmessage = () => {
      isAdmitted = true
      aliveAt = performance.now()
      onOpen()
    }
    line.onclose = ({ code, reason }) => {
      const why = reasonOf(code)
      if (why === undefined) return breakOff()
      close()
      onSentAway({ reason: why, sentence: reason })
    }
  }

  function breakOff(): void {
    if (isClosed) return
    forget()
    onBroken()
    clearTimeout(timer)
    timer = setTimeout(connect, TRY_AGAIN_MS)
  }

  /** What it says from now on is of no interest: it may take minutes to notice that it is dead. */
  function forget(): void {
    isAdmitted = false
    if (socket === undefined) return
    socket.onmessage = null
    socket.onclose = null
    socket.close()
    socket = undefined
  }

  function look(): void {
    if (socket === undefined) return
    const left = sentBytes - socket.bufferedAmount
    const isMoving = isAdmitted && (left !== leftBytes || socket.bufferedAmount === 0)
    if (isMoving) aliveAt = performance.now()
    leftBytes = left
    if (performance.now() - aliveAt > DEAD_AFTER_MS) breakOff()
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    clearInterval(looking)
    forget()
  }

  const looking = setInterval(look, POLL_MS)
  connect()
  return {
    send(message) {
      if (!isAdmitted || socket === undefined) return
      socket.send(message)
      sentBytes += message.byteLength
    },
    sentBytes: () => sentBytes,
    waitingBytes: () => socket?.bufferedAmount ?? 0,
    restart: breakOff,
    close,
  }
}

function reasonOf(code: number): SentAway['reason'] | undefined {
  const reasons = ['key', 'taken over', 'stream'] as const
  return reasons.find((reason) => CLOSE_CODES[reason] === code)
}
