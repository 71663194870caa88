import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE_CODES, SEND_PROTOCOL } from './contract.ts'
import { type Line, openLine } from './ingest-socket.ts'

class FakeSocket {
  static made: FakeSocket[] = []
  onmessage: (() => void) | null = null
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

const news = { onOpen: vi.fn(), onBroken: vi.fn(), onSentAway: vi.fn() }
const MESSAGE = new Uint8Array(100)
let line: Line

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  for (const each of Object.values(news)) each.mockClear()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('window', { location: { origin: 'https://npc.example' } })
  line = openLine('npc1-key', news)
})

afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const socket = () => FakeSocket.made.at(-1) as FakeSocket

test('the key goes along as a protocol, and nothing is sent before it is taken', () => {
  expect(socket().url).toBe('wss://npc.example/live/send')
  expect(socket().protocols).toEqual([SEND_PROTOCOL, 'npc1-key'])
  line.send(MESSAGE)
  expect(socket().sent).toEqual([])
  socket().onmessage?.()
  expect(news.onOpen).toHaveBeenCalledTimes(1)
  line.send(MESSAGE)
  expect([socket().sent.length, line.sentBytes(), line.waitingBytes()]).toEqual([1, 100, 100])
})

test.each([
  ['a broken connection', 1006],
  ['a site that is closing', 1001],
  ['"later"', CLOSE_CODES.later],
])('%s is tried again after 1.5 s, for as long as it takes', (_, code) => {
  for (let times = 1; times <= 20; times += 1) {
    socket().onclose?.({ code, reason: '' })
    expect(news.onBroken).toHaveBeenCalledTimes(times)
    vi.advanceTimersByTime(1_499)
    expect(FakeSocket.made).toHaveLength(times)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.made).toHaveLength(times + 1)
  }
  expect(news.onSentAway).not.toHaveBeenCalled()
})

test.each(['key', 'taken over', 'stream'] as const)(
  'sent away for %s it gives up, and says why',
  (reason) => {
    socket().onmessage?.()
    socket().onclose?.({ code: CLOSE_CODES[reason], reason: 'A sentence.' })
    expect(news.onSentAway).toHaveBeenCalledWith({ reason, sentence: 'A sentence.' })
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.made).toHaveLength(1)
    expect(news.onBroken).not.toHaveBeenCalled()
  },
)

test('a site that never answers counts as broken after eight seconds', () => {
  vi.advanceTimersByTime(8_000)
  expect(news.onBroken).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(news.onBroken).toHaveBeenCalledTimes(1)
  expect(socket().isClosed).toBe(true)
})

test('bytes that wait and do not leave: broken after eight seconds; bytes that leave slowly: not', () => {
  socket().onmessage?.()
  line.send(MESSAGE)
  for (let seconds = 0; seconds < 30; seconds += 1) {
    socket().bufferedAmount = 60 - seconds
    vi.advanceTimersByTime(1_000)
  }
  expect(news.onBroken).not.toHaveBeenCalled()
  vi.advanceTimersByTime(9_000)
  expect(news.onBroken).toHaveBeenCalledTimes(1)
})

test('what a connection says that was given up is of no interest', () => {
  const first = socket()
  const { onmessage, onclose } = first
  line.restart()
  vi.advanceTimersByTime(1_500)
  expect([first.onmessage, first.onclose]).toEqual([null, null])
  expect([onmessage, onclose]).not.toContain(null)
  line.send(MESSAGE)
  expect(socket().sent).toEqual([])
  expect(FakeSocket.made).toHaveLength(2)
})

test('closed, it neither comes back nor reports anything', () => {
  socket().onmessage?.()
  const first = socket()
  line.close()
  line.restart()
  line.send(MESSAGE)
  vi.advanceTimersByTime(60_000)
  expect([FakeSocket.made.length, first.isClosed, first.sent.length]).toEqual([1, true, 0])
  expect(news.onBroken).not.toHaveBeenCalled()
})

test('closed while it waits for the next try, it is not tried', () => {
  socket().onclose?.({ code: 1006, reason: '' })
  line.close()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.made).toHaveLength(1)
})
