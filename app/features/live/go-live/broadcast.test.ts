import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo, fakeDocument } from '../../../../tests/support/browser/fake-page.ts'
import { type Broadcast, type BroadcastState, broadcast } from './broadcast.ts'
import { encodeSound, type SoundSink } from './encoding/encode-audio.ts'
import { encodePicture, type PictureSink } from './encoding/encode-video.ts'
import { openLine } from './ingest-socket.ts'

vi.mock('./ingest-socket.ts', () => ({ openLine: vi.fn() }))
vi.mock('./encoding/encode-video.ts', () => ({ encodePicture: vi.fn() }))
vi.mock('./encoding/encode-audio.ts', () => ({ encodeSound: vi.fn() }))

type News = Parameters<typeof openLine>[1]
type FakeLine = News & { isClosed: boolean; restarts: number; waiting: number; sent: number[] }

const KEY_FRAME = 0x17
const FRAME = 0x27
let page: ReturnType<typeof fakeDocument>
let lines: FakeLine[]
let states: BroadcastState[]
let sink: PictureSink
let fail: (error: unknown) => void
let picture: { setBitsPerSecond(): void; askForKeyFrame(): void; close(): void }
let running: Broadcast
let audioTracks: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  page = fakeDocument()
  lines = []
  states = []
  audioTracks = []
  picture = { setBitsPerSecond: vi.fn(), askForKeyFrame: vi.fn(), close: vi.fn() }
  vi.mocked(encodePicture).mockImplementation((_video, _bits, given, onTrouble) => {
    sink = given
    fail = onTrouble
    return picture
  })
  vi.mocked(openLine).mockImplementation((_key, news) => {
    const line: FakeLine = { ...news, isClosed: false, restarts: 0, waiting: 0, sent: [] }
    lines.push(line)
    return {
      // The byte that says what it is, behind five of header.
      send: (message) => void line.sent.push(message[5] ?? -1),
      sentBytes: () => line.sent.length,
      waitingBytes: () => line.waiting,
      restart: () => {
        line.restarts += 1
      },
      close: () => {
        line.isClosed = true
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
  const video = new FakeVideo().asElement()
  running = broadcast({ video, stream, key: 'npc1-key' }, (state) => states.push(state))
  await vi.advanceTimersByTimeAsync(0)
}

const line = () => lines.at(-1) as FakeLine
const kinds = () => states.map(({ kind }) => kind)
const lastKind = () => kinds().at(-1)
const sendFrame = (isKey: boolean) => sink.frame(new Uint8Array(3), isKey, performance.now())

test('connecting, live, over a broken line reconnecting, and live again with a key frame first', async () => {
  await start()
  expect(lastKind()).toBe('connecting')
  line().onOpen()
  sink.settings(new Uint8Array(4), performance.now())
  for (const isKey of [false, true, false]) sendFrame(isKey)
  expect(lastKind()).toBe('live')
  expect(line().sent).toEqual([KEY_FRAME, KEY_FRAME, FRAME])
  line().onBroken()
  expect(lastKind()).toBe('reconnecting')
  line().sent = []
  line().onOpen()
  for (const isKey of [false, true]) sendFrame(isKey)
  expect(line().sent).toEqual([KEY_FRAME, KEY_FRAME])
  expect(picture.askForKeyFrame).toHaveBeenCalledTimes(2)
  expect(lastKind()).toBe('live')
})

test('when another takes over it ends for good, and what still comes is not sent', async () => {
  await start()
  line().onOpen()
  line().onSentAway({ reason: 'taken over', sentence: 'Another sender has taken over this stream.' })
  expect(states.at(-1)).toEqual({
    kind: 'sent away',
    reason: 'taken over',
    sentence: 'Another sender has taken over this stream.',
  })
  expect([line().isClosed, vi.mocked(picture.close).mock.calls.length]).toEqual([true, 1])
  const said = states.length
  page.setHidden(true)
  page.setHidden(false)
  fail(new Error('closed'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([states.length, lines.length]).toEqual([said, 1])
})

test('hidden it hangs up; seen again within the grace it comes back, later it has ended', async () => {
  await start()
  line().onOpen()
  page.setHidden(true)
  expect([lastKind(), line().isClosed]).toEqual(['hidden', true])
  await vi.advanceTimersByTimeAsync(19_000)
  page.setHidden(false)
  expect([lastKind(), lines.length]).toEqual(['connecting', 2])
  line().onOpen()
  page.setHidden(true)
  await vi.advanceTimersByTimeAsync(20_001)
  page.setHidden(false)
  expect([lastKind(), lines.length]).toEqual(['ended', 2])
})

test('an encoder that gives up ends it, once', async () => {
  await start()
  line().onOpen()
  fail(new Error('no encoder'))
  fail(new Error('no encoder'))
  expect(kinds().filter((kind) => kind === 'failed')).toHaveLength(1)
  expect(line().isClosed).toBe(true)
})

test('on a thin line frames are left out, and one that stays thin is begun again', async () => {
  await start()
  line().onOpen()
  line().waiting = 2_000_000
  await vi.advanceTimersByTimeAsync(500)
  sendFrame(true)
  expect(line().sent).toEqual([])
  await vi.advanceTimersByTimeAsync(8_500)
  expect(line().restarts).toBeGreaterThan(0)
  line().waiting = 0
  await vi.advanceTimersByTimeAsync(500)
  for (const isKey of [false, true]) sendFrame(isKey)
  expect(line().sent).toEqual([KEY_FRAME])
})

test('the line is opened when the audio is ready, and its settings come first', async () => {
  audioTracks = [{}]
  let audio: SoundSink | undefined
  let ready = () => {}
  vi.mocked(encodeSound).mockImplementation((_stream, makeSink) => {
    audio = makeSink('opus')
    audio.settings(new Uint8Array(19), performance.now())
    return new Promise((resolve) => {
      ready = resolve
    })
  })
  await start()
  expect(lines).toHaveLength(0)
  ready()
  await vi.advanceTimersByTimeAsync(0)
  line().onOpen()
  expect(line().sent).toEqual([0x90])
  expect(running.facts().sound).toBe('opus')
})

test('audio that never starts does not keep the video from going live', async () => {
  audioTracks = [{}]
  vi.mocked(encodeSound).mockReturnValue(new Promise(() => {}))
  await start()
  await vi.advanceTimersByTimeAsync(3_000)
  line().onOpen()
  expect(lastKind()).toBe('live')
})

test('audio that fails is left out, and the stream begun again without it', async () => {
  audioTracks = [{}]
  vi.mocked(encodeSound).mockImplementation(async (_stream, makeSink) => {
    makeSink('aac')
    throw new Error('no audio')
  })
  await start()
  line().onOpen()
  expect(running.facts().sound).toBeUndefined()
  expect(lastKind()).toBe('live')
})

test('closed before the audio is ready, no line is opened', async () => {
  audioTracks = [{}]
  let ready = () => {}
  vi.mocked(encodeSound).mockReturnValue(
    new Promise((resolve) => {
      ready = resolve
    }),
  )
  await start()
  running.close()
  ready()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lines).toHaveLength(0)
})
