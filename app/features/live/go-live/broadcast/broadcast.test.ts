import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo, fakeDocument } from '../../../../../tests/support/browser/fake-page.ts'
import { encodeAudio } from '../encoding/encode-audio.ts'
import { encodeVideo, type VideoEncoding } from '../encoding/encode-video.ts'
import type { VideoSink } from '../encoding/frame-sender.ts'
import { type Broadcast, type BroadcastState, broadcast } from './broadcast.ts'
import { canPlayStill } from './can-play-still.ts'
import { openIngestSocket } from './ingest-socket.ts'

vi.mock('./can-play-still.ts', () => ({ canPlayStill: vi.fn() }))
vi.mock('./ingest-socket.ts', () => ({ openIngestSocket: vi.fn() }))
vi.mock('../encoding/encode-video.ts', () => ({ encodeVideo: vi.fn() }))
vi.mock('../encoding/encode-audio.ts', () => ({ encodeAudio: vi.fn() }))

type Listeners = Parameters<typeof openIngestSocket>[1]
type FakeSocket = Listeners & { isClosed: boolean; restarts: number; waiting: number; sent: number[] }

const KEY_FRAME = 0x17
const OPUS_SETTINGS = 0x90
const FRAME = 0x27
let page: ReturnType<typeof fakeDocument>
let sockets: FakeSocket[]
let states: BroadcastState[]
let sink: VideoSink
let fail: (error: unknown) => void
let encoding: VideoEncoding
let running: Broadcast
let audioTracks: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  page = fakeDocument()
  sockets = []
  states = []
  audioTracks = []
  vi.mocked(canPlayStill).mockReset().mockResolvedValue(true)
  encoding = {
    setBitsPerSecond: vi.fn(),
    requestKeyFrame: vi.fn(),
    lowerSize: () => ({ width: 640, height: 360 }),
    endLower: vi.fn(),
    close: vi.fn(),
  }
  vi.mocked(encodeVideo).mockImplementation((_video, _bits, given, onFailure) => {
    sink = given.video
    fail = onFailure
    return encoding
  })
  vi.mocked(openIngestSocket).mockImplementation((_key, listeners) => {
    const socket: FakeSocket = { ...listeners, isClosed: false, restarts: 0, waiting: 0, sent: [] }
    sockets.push(socket)
    return {
      // The first byte behind the header of five says what the message is.
      send: (message) => void socket.sent.push(message[5] ?? -1),
      sentBytes: () => socket.sent.length,
      waitingBytes: () => socket.waiting,
      restart: () => {
        socket.restarts += 1
      },
      close: () => {
        socket.isClosed = true
      },
    }
  })
})

afterEach(() => {
  running.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function start(): Promise<void> {
  const stream = { getAudioTracks: () => audioTracks } as unknown as MediaStream
  const video = Object.assign(new FakeVideo(), { videoWidth: 1281, videoHeight: 720 }).asElement()
  running = broadcast({ video, stream, key: 'npc1-key' }, (state) => states.push(state))
  await vi.advanceTimersByTimeAsync(0)
}

/** Audio that flows, or fails, when the test says so. */
function audioInHand() {
  const audio = { flow: () => {}, fail: (_error: unknown) => {} }
  vi.mocked(encodeAudio).mockImplementation((_stream, makeSink, onFailure) => {
    audio.fail = onFailure
    return new Promise((resolve) => {
      audio.flow = () => {
        makeSink('opus').settings(new Uint8Array(19), performance.now())
        resolve()
      }
    })
  })
  return audio
}

const LIVE = { state: 'live', stillUrl: '/live/1/still.mp4' } as const

/** The server accepts the key, and then has the first part. */
async function confirm(): Promise<void> {
  socket().onOpen()
  socket().onNews(LIVE)
  await vi.advanceTimersByTimeAsync(0)
}

const socket = () => sockets.at(-1) as FakeSocket
const kinds = () => states.map(({ kind }) => kind)
const lastKind = () => kinds().at(-1)
const sendFrame = (isKey: boolean) => sink.frame(new Uint8Array(3), isKey, performance.now())

test('a broken connection reconnects, and starts again with a key frame', async () => {
  await start()
  expect(lastKind()).toBe('connecting')
  await confirm()
  sink.settings(new Uint8Array(4))
  for (const isKey of [false, true, false]) sendFrame(isKey)
  expect(lastKind()).toBe('live')
  expect(socket().sent).toEqual([KEY_FRAME, KEY_FRAME, FRAME])
  socket().onBroken()
  expect(lastKind()).toBe('reconnecting')
  socket().sent = []
  await confirm()
  for (const isKey of [false, true]) sendFrame(isKey)
  expect(socket().sent).toEqual([KEY_FRAME, KEY_FRAME])
  expect(encoding.requestKeyFrame).toHaveBeenCalledTimes(2)
  expect(lastKind()).toBe('live')
})

test('an accepted key is not yet live: viewers have to be able to play the newest key frame', async () => {
  let answer = (_canPlay: boolean) => {}
  vi.mocked(canPlayStill).mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  await start()
  socket().onOpen()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([lastKind(), vi.mocked(canPlayStill).mock.calls.length]).toEqual(['connecting', 0])
  socket().onNews(LIVE)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lastKind()).toBe('connecting')
  expect(vi.mocked(canPlayStill).mock.calls[0]?.slice(0, 2)).toEqual([
    LIVE.stillUrl,
    { width: 1280, height: 720 },
  ])
  answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(lastKind()).toBe('live')
})

test('a stream that viewers cannot play is not live, until they can', async () => {
  vi.mocked(canPlayStill).mockResolvedValue(false)
  await start()
  await confirm()
  expect(lastKind()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(lastKind()).toBe('unplayable')
  vi.mocked(canPlayStill).mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(true)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(lastKind()).toBe('live')
})

test('a stream of which viewers get nothing new is interrupted', async () => {
  await start()
  await confirm()
  socket().onNews({ ...LIVE, state: 'reconnecting' })
  expect(lastKind()).toBe('interrupted')
  socket().onNews(LIVE)
  await vi.advanceTimersByTimeAsync(0)
  expect(lastKind()).toBe('live')
})

test.each([
  ['breaks', 'reconnecting', () => socket().onBroken()],
  ['is interrupted', 'interrupted', () => socket().onNews({ ...LIVE, state: 'reconnecting' })],
  ['is hidden', 'hidden', () => page.setHidden(true)],
])('a connection that %s during the check does not become live by it', async (_, expected, end) => {
  let answer = (_canPlay: boolean) => {}
  vi.mocked(canPlayStill).mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  await start()
  await confirm()
  end()
  answer(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lastKind()).toBe(expected)
})

test('a broadcast that another takes over is over, whatever happens next', async () => {
  await start()
  socket().onOpen()
  socket().onRejected({ reason: 'taken over', sentence: 'Another device has taken over this stream.' })
  expect(states.at(-1)).toEqual({
    kind: 'rejected',
    reason: 'taken over',
    sentence: 'Another device has taken over this stream.',
  })
  expect([socket().isClosed, vi.mocked(encoding.close).mock.calls.length]).toEqual([true, 1])
  const said = states.length
  page.setHidden(true)
  page.setHidden(false)
  fail(new Error('closed'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([states.length, sockets.length]).toEqual([said, 1])
})

test('a hidden page disconnects; visible within the grace period it reconnects, later it has ended', async () => {
  await start()
  socket().onOpen()
  page.setHidden(true)
  expect([lastKind(), socket().isClosed]).toEqual(['hidden', true])
  await vi.advanceTimersByTimeAsync(19_000)
  page.setHidden(false)
  expect([lastKind(), sockets.length]).toEqual(['connecting', 2])
  socket().onOpen()
  page.setHidden(true)
  await vi.advanceTimersByTimeAsync(20_001)
  page.setHidden(false)
  expect([lastKind(), sockets.length]).toEqual(['ended', 2])
})

test('an encoder that fails ends the broadcast once', async () => {
  await start()
  socket().onOpen()
  fail(new Error('no encoder'))
  fail(new Error('no encoder'))
  expect(kinds().filter((kind) => kind === 'failed')).toHaveLength(1)
  expect(socket().isClosed).toBe(true)
})

test('a congested connection skips frames, and is restarted if it stays congested', async () => {
  await start()
  socket().onOpen()
  socket().waiting = 2_000_000
  await vi.advanceTimersByTimeAsync(500)
  sendFrame(true)
  expect(socket().sent).toEqual([])
  await vi.advanceTimersByTimeAsync(8_500)
  expect(socket().restarts).toBeGreaterThan(0)
  socket().waiting = 0
  await vi.advanceTimersByTimeAsync(500)
  for (const isKey of [false, true]) sendFrame(isKey)
  expect(socket().sent).toEqual([KEY_FRAME])
})

test('the socket opens once audio flows, and its settings come first', async () => {
  audioTracks = [{}]
  const audio = audioInHand()
  await start()
  expect(sockets).toHaveLength(0)
  audio.flow()
  await vi.advanceTimersByTimeAsync(0)
  socket().onOpen()
  expect(socket().sent).toEqual([OPUS_SETTINGS])
  expect(running.facts().audio).toBe('opus')
})

test('audio that has not started does not keep the video from going live, and joins with a key frame', async () => {
  audioTracks = [{}]
  const audio = audioInHand()
  await start()
  await vi.advanceTimersByTimeAsync(2_000)
  await confirm()
  expect(lastKind()).toBe('live')
  expect([socket().sent, running.facts().audio]).toEqual([[], undefined])
  vi.mocked(encoding.requestKeyFrame).mockClear()
  audio.flow()
  expect([socket().sent, running.facts().audio]).toEqual([[OPUS_SETTINGS], 'opus'])
  expect(encoding.requestKeyFrame).toHaveBeenCalledTimes(1)
})

test('audio that fails before it flows changes nothing for the video', async () => {
  audioTracks = [{}]
  vi.mocked(encodeAudio).mockRejectedValue(new Error('no audio'))
  await start()
  await confirm()
  expect([running.facts().audio, socket().restarts, lastKind()]).toEqual([undefined, 0, 'live'])
})

test('audio that fails later is dropped, and the video starts again without it', async () => {
  audioTracks = [{}]
  const audio = audioInHand()
  await start()
  audio.flow()
  await vi.advanceTimersByTimeAsync(0)
  socket().onOpen()
  audio.fail(new Error('no audio'))
  expect([running.facts().audio, socket().restarts]).toEqual([undefined, 1])
})

test('a broadcast closed before the audio is ready opens no socket', async () => {
  audioTracks = [{}]
  let ready = () => {}
  vi.mocked(encodeAudio).mockReturnValue(
    new Promise((resolve) => {
      ready = resolve
    }),
  )
  await start()
  running.close()
  ready()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(0)
})

test('the facts name both qualities, and one that viewers do not get is ended', async () => {
  await start()
  await confirm()
  expect(running.facts().video).toBe('1281 × 720, 640 × 360')
  socket().onNews({ leftOut: 1 })
  expect(encoding.endLower).toHaveBeenCalledTimes(1)
  expect(lastKind()).toBe('live')
})

test('a slow connection is left to the first quality', async () => {
  await start()
  await confirm()
  socket().waiting = 400_000
  await vi.advanceTimersByTimeAsync(500)
  expect(encoding.endLower).not.toHaveBeenCalled()
  socket().waiting = 0
  await vi.advanceTimersByTimeAsync(500)
  socket().waiting = 400_000
  await vi.advanceTimersByTimeAsync(500)
  expect(encoding.endLower).toHaveBeenCalled()
})
