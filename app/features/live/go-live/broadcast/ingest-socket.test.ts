import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE_CODES, PUBLISH_PROTOCOL, WELCOME } from '../contract.ts'
import { createStallDetector, type IngestSocket, openIngestSocket } from './ingest-socket.ts'

class FakeSocket {
  static made: FakeSocket[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  bufferedAmount = 0
  sent: Uint8Array[] = []
  isClosed = false
  readonly url: string
  readonly protocols: string[]

  constructor(url: string, protocols: string[]) {
    this.url = url
    this.protocols = protocols
    FakeSocket.made.push(this)
  }

  send(message: Uint8Array): void {
    this.sent.push(message)
    this.bufferedAmount += message.byteLength
  }

  close(): void {
    this.isClosed = true
  }
}

const listeners = { onOpen: vi.fn(), onNews: vi.fn(), onBroken: vi.fn(), onRejected: vi.fn() }
const MESSAGE = new Uint8Array(100)
let ingest: IngestSocket

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  for (const each of Object.values(listeners)) each.mockClear()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('window', { location: { origin: 'https://npc.example' } })
  ingest = openIngestSocket('npc1-key', listeners)
})

afterEach(() => {
  ingest.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const socket = () => FakeSocket.made.at(-1) as FakeSocket

test('the key is sent as a subprotocol, and nothing else before it is accepted', () => {
  expect(socket().url).toBe('wss://npc.example/live/send')
  expect(socket().protocols).toEqual([PUBLISH_PROTOCOL, 'npc1-key'])
  ingest.send(MESSAGE)
  expect(socket().sent).toEqual([])
  socket().onmessage?.({ data: WELCOME })
  expect(listeners.onOpen).toHaveBeenCalledTimes(1)
  ingest.send(MESSAGE)
  expect([socket().sent.length, ingest.sentBytes(), ingest.waitingBytes()]).toEqual([1, 100, 100])
})

test('what the server reports after the welcome is passed on', () => {
  socket().onmessage?.({ data: WELCOME })
  socket().onmessage?.({ data: '{"state":"live","stillUrl":"/live/1/still.mp4"}' })
  expect(listeners.onOpen).toHaveBeenCalledTimes(1)
  expect(listeners.onNews.mock.calls).toEqual([[{ state: 'live', stillUrl: '/live/1/still.mp4' }]])
})

test.each([
  ['a broken connection', 1006],
  ['a server that is closing', 1001],
  ['"later"', CLOSE_CODES.later],
])('%s is followed by a new connection after 1.5 s, any number of times', (_, code) => {
  for (let times = 1; times <= 20; times += 1) {
    socket().onclose?.({ code, reason: '' })
    expect(listeners.onBroken).toHaveBeenCalledTimes(times)
    vi.advanceTimersByTime(1_499)
    expect(FakeSocket.made).toHaveLength(times)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.made).toHaveLength(times + 1)
  }
  expect(listeners.onRejected).not.toHaveBeenCalled()
})

test.each(['key', 'taken over', 'stopped', 'stream'] as const)(
  'a stream rejected for its %s is reported with the reason and not retried',
  (reason) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    socket().onmessage?.({ data: WELCOME })
    socket().onclose?.({ code: CLOSE_CODES[reason], reason: 'A sentence.' })
    expect(warned).toHaveBeenCalledTimes(reason === 'stream' ? 1 : 0)
    warned.mockRestore()
    expect(listeners.onRejected).toHaveBeenCalledWith({ reason, sentence: 'A sentence.' })
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.made).toHaveLength(1)
    expect(listeners.onBroken).not.toHaveBeenCalled()
  },
)

test('a stream that was stopped is reported with what the server said before', () => {
  const stop = { by: 'operator', note: 'Please call us.' } as const
  socket().onmessage?.({ data: JSON.stringify({ stopped: stop }) })
  expect(listeners.onNews).not.toHaveBeenCalled()
  socket().onclose?.({ code: CLOSE_CODES.stopped, reason: 'A sentence.' })
  expect(listeners.onRejected).toHaveBeenCalledWith({ reason: 'stopped', sentence: 'A sentence.', stop })
})

test('a server that never answers counts as broken after eight seconds', () => {
  vi.advanceTimersByTime(8_000)
  expect(listeners.onBroken).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(listeners.onBroken).toHaveBeenCalledTimes(1)
  expect(socket().isClosed).toBe(true)
})

test('a connection is broken when no byte leaves for eight seconds, not when bytes leave slowly', () => {
  socket().onmessage?.({ data: WELCOME })
  ingest.send(MESSAGE)
  for (let seconds = 0; seconds < 30; seconds += 1) {
    socket().bufferedAmount = 60 - seconds
    vi.advanceTimersByTime(1_000)
  }
  expect(listeners.onBroken).not.toHaveBeenCalled()
  vi.advanceTimersByTime(9_000)
  expect(listeners.onBroken).toHaveBeenCalledTimes(1)
})

test('events of an abandoned connection are ignored', () => {
  const first = socket()
  const { onmessage, onclose } = first
  ingest.restart()
  vi.advanceTimersByTime(1_500)
  expect([first.onmessage, first.onclose]).toEqual([null, null])
  expect([onmessage, onclose]).not.toContain(null)
  ingest.send(MESSAGE)
  expect(socket().sent).toEqual([])
  expect(FakeSocket.made).toHaveLength(2)
})

test('a closed socket neither reconnects nor reports anything', () => {
  socket().onmessage?.({ data: WELCOME })
  const first = socket()
  ingest.close()
  ingest.restart()
  ingest.send(MESSAGE)
  vi.advanceTimersByTime(60_000)
  expect([FakeSocket.made.length, first.isClosed, first.sent.length]).toEqual([1, true, 0])
  expect(listeners.onBroken).not.toHaveBeenCalled()
})

test('a socket closed between two attempts does not try again', () => {
  socket().onclose?.({ code: 1006, reason: '' })
  ingest.close()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.made).toHaveLength(1)
})

const ACCEPTED = { isAccepted: true, sentBytes: 100 }

test('a connection without an accepted key stalls after eight seconds', () => {
  const stalls = createStallDetector()
  stalls.reset(1_000)
  const progress = { isAccepted: false, sentBytes: 0, waitingBytes: 0 }
  expect(stalls.isStalled(progress, 9_000)).toBe(false)
  expect(stalls.isStalled(progress, 9_001)).toBe(true)
})

test('bytes that leave, however slowly, keep a connection alive', () => {
  const stalls = createStallDetector()
  for (let waitingBytes = 100; waitingBytes > 50; waitingBytes -= 1)
    expect(stalls.isStalled({ ...ACCEPTED, waitingBytes }, (100 - waitingBytes) * 8_000)).toBe(false)
})

test('bytes that wait and never leave stall a connection; nothing to send does not', () => {
  const stalls = createStallDetector()
  expect(stalls.isStalled({ ...ACCEPTED, waitingBytes: 0 }, 60_000)).toBe(false)
  expect(stalls.isStalled({ ...ACCEPTED, waitingBytes: 0 }, 120_000)).toBe(false)
  const blocked = { isAccepted: true, sentBytes: 200, waitingBytes: 100 }
  expect(stalls.isStalled(blocked, 128_000)).toBe(false)
  expect(stalls.isStalled(blocked, 128_001)).toBe(true)
})

test('a reset starts the eight seconds again', () => {
  const stalls = createStallDetector()
  const blocked = { ...ACCEPTED, waitingBytes: 100 }
  stalls.isStalled(blocked, 0)
  stalls.reset(5_000)
  expect(stalls.isStalled(blocked, 13_000)).toBe(false)
  expect(stalls.isStalled(blocked, 13_001)).toBe(true)
})
