import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo } from '../../../../../tests/support/browser/fake-page.ts'
import { openHls } from './hls-source.ts'
import type { Quality } from './quality.ts'

type Listener = (event: string, data: Record<string, unknown>) => void

/** The parts of hls.js that the source uses. */
const fake = vi.hoisted(() => {
  class FakeHls {
    static made: FakeHls[] = []
    static isOk = true
    static isSupported = () => FakeHls.isOk
    static Events = {
      MANIFEST_PARSED: 'parsed',
      LEVEL_LOADED: 'loaded',
      LEVEL_UPDATED: 'updated',
      ERROR: 'error',
    }
    static ErrorDetails = { BUFFER_STALLED_ERROR: 'stalled', LEVEL_LOAD_ERROR: 'levelLoadError' }
    latency = 1.1
    targetLatency: number | null = 1.1
    liveSyncPosition: number | null = 42
    playingDate: Date | null = null
    isDestroyed = false
    levels: unknown[] = []
    loadLevel = -1
    loads: unknown[] = []
    readonly kind: string
    readonly config: Record<string, unknown>
    private readonly listeners: [string, Listener][] = []
    constructor(kind: string, config: Record<string, unknown>) {
      this.kind = kind
      this.config = config
      FakeHls.made.push(this)
    }
    on(event: string, listener: Listener): void {
      this.listeners.push([event, listener])
    }
    emit(event: string, data: Record<string, unknown>): void {
      for (const [name, listener] of this.listeners) if (name === event) listener(event, data)
    }
    loadSource(url: string): void {
      this.loads.push(url)
    }
    attachMedia(): void {}
    startLoad(from: number): void {
      this.loads.push(from)
    }
    stopLoad(): void {
      this.loads.push('stop')
    }
    destroy(): void {
      this.isDestroyed = true
    }
  }
  const ofKind = (kind: string) => ({
    default: class extends FakeHls {
      constructor(config: Record<string, unknown>) {
        super(kind, config)
      }
    },
  })
  return { FakeHls, ofKind }
})
vi.mock('hls.js/light', () => fake.ofKind('light'))
vi.mock('hls.js', () => fake.ofKind('full'))

const SENT_AT = Date.parse('2026-01-01T00:00:10Z')
const VIEWER_NOW = Date.parse('2026-01-01T00:00:00Z')
const PAGE = 'https://npc.example/live/1/index.m3u8'
const onEnd = vi.fn()
let video: FakeVideo
let playlist: { ok: boolean; text: string }

beforeEach(() => {
  vi.useFakeTimers({ now: VIEWER_NOW })
  fake.FakeHls.made = []
  fake.FakeHls.isOk = true
  onEnd.mockClear()
  video = new FakeVideo()
  video.paused = false
  playlist = { ok: true, text: '#EXTM3U\n#EXT-X-STREAM-INF:CLOSED-CAPTIONS=NONE\n' }
  vi.stubGlobal('fetch', async () => ({
    ok: playlist.ok,
    status: 404,
    text: async () => playlist.text,
    url: PAGE,
  }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(quality: Quality = 'auto') {
  const source = await openHls(video.asElement(), '/live/1/index.m3u8', onEnd, quality)
  const [hls] = fake.FakeHls.made.slice(-1)
  return { source, hls: hls as InstanceType<typeof fake.FakeHls> }
}

const networkDetails = { getResponseHeader: () => String(SENT_AT) }
const live = { live: true, edge: 50, targetduration: 2, partTarget: 0.35, partHoldBack: 1.1, holdBack: 6 }

test('opening fails when there is no stream', async () => {
  playlist.ok = false
  await expect(open()).rejects.toThrow('there is no stream')
})

test('the full build of hls.js is loaded only for captions', async () => {
  expect((await open()).hls.kind).toBe('light')
  playlist.text = '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions"\n'
  expect((await open()).hls.kind).toBe('full')
})

test("the delay is measured by the server's clock, whatever the viewer's clock says", async () => {
  const { source, hls } = await open()
  expect(await source.delayMs()).toBe(1_100)
  hls.emit('loaded', { networkDetails, details: live })
  hls.playingDate = new Date(SENT_AT - 1_500)
  vi.advanceTimersByTime(200)
  expect(await source.delayMs()).toBe(1_700)
})

test('an ended playlist is played to its end and reported once', async () => {
  const { hls } = await open()
  video.currentTime = 48
  for (let times = 0; times < 3; times += 1)
    hls.emit('loaded', { networkDetails, details: { ...live, live: false } })
  await vi.advanceTimersByTimeAsync(2_199)
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a source closed before the end of its playlist reports nothing', async () => {
  const { source, hls } = await open()
  hls.emit('loaded', { networkDetails, details: { ...live, live: false } })
  source.close()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(onEnd).not.toHaveBeenCalled()
  expect(hls.isDestroyed).toBe(true)
})

test('hls.js neither changes the speed nor removes video while it appends parts', async () => {
  const { hls } = await open()
  expect(hls.config).toMatchObject({ maxLiveSyncPlaybackRate: 1, backBufferLength: Number.POSITIVE_INFINITY })
})

test('a playlist that is gone ends the source at once, one that fails otherwise does not', async () => {
  const { hls } = await open()
  hls.emit('error', { fatal: false, details: 'levelLoadError', response: { code: 503 } })
  hls.emit('error', { fatal: false, details: 'fragLoadError', response: { code: 404 } })
  hls.emit('error', { fatal: false, details: 'levelLoadError' })
  expect(onEnd).not.toHaveBeenCalled()
  hls.emit('error', { fatal: false, details: 'levelLoadError', response: { code: 404 } })
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('only fatal errors end the source', async () => {
  const { hls } = await open()
  hls.emit('error', { fatal: false, details: 'fragLoadError' })
  expect(onEnd).not.toHaveBeenCalled()
  hls.emit('error', { fatal: true, details: 'manifestLoadError' })
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('fetching stops and resumes at the live edge', async () => {
  const { source, hls } = await open()
  hls.levels = [{}]
  source.setFetching(false)
  source.setFetching(true)
  expect(hls.loads).toEqual(['/live/1/index.m3u8', 'stop', -1])
})

test('fetching that stopped before the playlist arrived begins with the playlist', async () => {
  const { source, hls } = await open()
  source.setFetching(false)
  source.setFetching(true)
  expect(hls.loads).toEqual(['/live/1/index.m3u8', 'stop', '/live/1/index.m3u8'])
})

test('without hls.js support the browser plays natively, and reports nothing once closed', async () => {
  fake.FakeHls.isOk = false
  const source = await openHls(video.asElement(), '/live/1/index.m3u8', onEnd, 'auto')
  expect(video.src).toBe('/live/1/index.m3u8')
  video.paused = true
  source.setFetching(true)
  expect(video.paused).toBe(false)
  video.dispatchEvent(new Event('error'))
  expect(onEnd).toHaveBeenCalledTimes(1)
  source.close()
  for (const event of ['ended', 'error']) video.dispatchEvent(new Event(event))
  expect(onEnd).toHaveBeenCalledTimes(1)
  expect(video.src).toBe('')
})

const TWO_QUALITIES = `#EXTM3U
#EXT-X-STREAM-INF:RESOLUTION=1280x720
e/media.m3u8
#EXT-X-STREAM-INF:RESOLUTION=640x360
e-1/media.m3u8
#EXT-X-STREAM-INF:CODECS="opus"
e-audio/media.m3u8
`
const LEVELS = [
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
]

test('with one quality there is nothing to choose, whatever the viewer chose before', async () => {
  const { source, hls } = await open('audio')
  expect(source.qualities).toBeUndefined()
  expect(hls.loads).toEqual(['/live/1/index.m3u8'])
})

test('viewers choose a quality, or leave it to hls.js', async () => {
  playlist.text = TWO_QUALITIES
  const { source, hls } = await open(360)
  hls.levels = LEVELS
  hls.emit('parsed', {})
  expect(hls.loadLevel).toBe(0)
  expect(source.qualities?.choices).toEqual(['auto', 720, 360, 'audio'])
  expect(source.qualities?.choose(720)).toBe(true)
  expect([hls.loadLevel, source.qualities?.chosen()]).toEqual([1, 720])
  expect(source.qualities?.choose('auto')).toBe(true)
  expect([hls.loadLevel, source.qualities?.chosen()]).toEqual([-1, 'auto'])
})

test('the audio alone is another source', async () => {
  playlist.text = TWO_QUALITIES
  expect((await open()).source.qualities?.choose('audio')).toBe(false)
  const { source, hls } = await open('audio')
  expect(hls.loads).toEqual(['https://npc.example/live/1/e-audio/media.m3u8'])
  expect(source.qualities?.chosen()).toBe('audio')
  expect(source.qualities?.choose('audio')).toBe(true)
  expect(source.qualities?.choose(360)).toBe(false)
})
