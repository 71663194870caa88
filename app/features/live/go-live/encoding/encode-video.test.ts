import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeVideo, type VideoEncoding } from './encode-video.ts'

type Output = (chunk: object, metadata?: object) => void

/** The parts of WebCodecs that the encoding uses. */
class FakeEncoder {
  static made: FakeEncoder[] = []
  static rejectsConfig = false
  state = 'unconfigured'
  encodeQueueSize = 0
  configs: VideoEncoderConfig[] = []
  keyFrames: boolean[] = []
  readonly output: Output
  readonly fail: (error: unknown) => void

  constructor({ output, error }: { output: Output; error(error: unknown): void }) {
    this.output = output
    this.fail = error
    FakeEncoder.made.push(this)
  }

  configure(config: VideoEncoderConfig): void {
    if (FakeEncoder.rejectsConfig) throw new Error('not supported')
    this.state = 'configured'
    this.configs.push(config)
  }

  encode(_frame: unknown, { keyFrame }: { keyFrame: boolean }): void {
    this.keyFrames.push(keyFrame)
  }

  close(): void {
    this.state = 'closed'
  }
}

class FakeFrame {
  static sources: unknown[] = []
  static open = 0
  constructor(source: unknown) {
    FakeFrame.sources.push(source)
    FakeFrame.open += 1
  }
  close(): void {
    FakeFrame.open -= 1
  }
}

class FakeCanvas {
  width = 0
  height = 0
  getContext = () => ({ drawImage: () => {} })
}

const sink = { settings: vi.fn(), frame: vi.fn() }
const lowerSink = { settings: vi.fn(), frame: vi.fn(), end: vi.fn() }
const onFailure = vi.fn()
let showFrame: (nowMs: number) => void
let video: {
  videoWidth: number
  videoHeight: number
  requestVideoFrameCallback(callback: (nowMs: number) => void): number
  cancelVideoFrameCallback(): void
}
let encoding: VideoEncoding

beforeEach(() => {
  FakeEncoder.made = []
  FakeEncoder.rejectsConfig = false
  FakeFrame.sources = []
  FakeFrame.open = 0
  for (const mock of [sink.settings, sink.frame, lowerSink.frame, lowerSink.end, onFailure]) mock.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('VideoEncoder', FakeEncoder)
  vi.stubGlobal('VideoFrame', FakeFrame)
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
  video = {
    videoWidth: 1280,
    videoHeight: 720,
    requestVideoFrameCallback(callback) {
      showFrame = callback
      return 1
    },
    cancelVideoFrameCallback: vi.fn(),
  }
  encoding = encodeVideo(
    video as unknown as HTMLVideoElement,
    1_000_000,
    { video: sink, lower: lowerSink },
    onFailure,
  )
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function showFrames(...timesMs: number[]): void {
  for (const timeMs of timesMs) showFrame(timeMs)
}

const LOWER = 1
const encoder = () => FakeEncoder.made.filter((_, place) => place !== LOWER).at(-1) as FakeEncoder
const lowerEncoder = () => FakeEncoder.made[LOWER] as FakeEncoder
const chunk = { byteLength: 3, timestamp: 40_000, type: 'key', copyTo: (bytes: Uint8Array) => bytes.fill(7) }

function isSized(source: unknown, size: { width: number; height: number }): boolean {
  const { width, height } = source as FakeCanvas
  return width === size.width && height === size.height
}

test('every frame is encoded and freed, with a key frame every two seconds and on request', () => {
  showFrames(10, 50, 2_009, 2_010, 2_050)
  encoding.requestKeyFrame()
  showFrames(2_090, 2_130)
  expect(encoder().keyFrames).toEqual([true, false, false, true, false, true, false])
  expect(FakeFrame.open).toBe(0)
})

test('a new size or bitrate configures the encoder again and starts with a key frame', () => {
  showFrames(10, 50)
  Object.assign(video, { videoWidth: 720, videoHeight: 1280 })
  showFrames(90, 130)
  encoding.setBitsPerSecond(500_000)
  encoding.setBitsPerSecond(500_000)
  showFrames(170)
  expect(encoder().configs.map(({ width, bitrate }) => [width, bitrate])).toEqual([
    [1280, 1_000_000],
    [720, 1_000_000],
    [720, 500_000],
  ])
  expect(encoder().keyFrames).toEqual([true, false, true, false, true])
})

test('nothing is encoded without a size, or while too many frames wait', () => {
  video.videoWidth = 0
  showFrames(10)
  expect(encoder().configs).toEqual([])
  video.videoWidth = 1280
  showFrames(50)
  encoder().encodeQueueSize = 4
  showFrames(90)
  expect(encoder().keyFrames).toEqual([true])
})

test('settings come before the frame that they belong to', () => {
  encoder().output(chunk, { decoderConfig: { description: Uint8Array.of(1, 2).buffer } })
  expect(sink.settings).toHaveBeenCalledWith(Uint8Array.of(1, 2))
  expect(sink.frame).toHaveBeenCalledWith(Uint8Array.of(7, 7, 7), true, 40)
  expect(sink.settings.mock.invocationCallOrder[0]).toBeLessThan(
    Number(sink.frame.mock.invocationCallOrder[0]),
  )
})

test('an encoder that fails is replaced, and from then on frames are drawn first', () => {
  showFrames(10)
  encoder().fail(new Error('unreadable'))
  showFrames(50)
  expect(FakeEncoder.made).toHaveLength(3)
  expect(encoder().keyFrames).toEqual([true])
  const smaller = { width: 640, height: 360 }
  expect(FakeFrame.sources.filter((source) => !isSized(source, smaller))).toEqual([
    video,
    expect.any(FakeCanvas),
  ])
})

test('a fourth failure in a row is final; a frame in between starts the count again', () => {
  for (let failures = 0; failures < 3; failures += 1) encoder().fail(new Error('no encoder'))
  encoder().output(chunk)
  FakeEncoder.rejectsConfig = true
  showFrames(10, 50, 90)
  expect(onFailure).not.toHaveBeenCalled()
  showFrames(130)
  expect(onFailure).toHaveBeenCalledTimes(1)
})

test('the lower quality has half the size, key frames where the first has them, and no long gaps', () => {
  showFrames(10, 50, 2_010)
  encoding.requestKeyFrame()
  showFrames(2_050)
  expect(lowerEncoder().configs).toMatchObject([{ width: 640, height: 360, bitrate: 600_000 }])
  expect(lowerEncoder().keyFrames).toEqual([true, false, true, true])
  lowerEncoder().encodeQueueSize = 4
  showFrames(2_090, 2_250, 2_251, 2_290)
  expect(lowerEncoder().keyFrames.slice(4)).toEqual([false])
  showFrames(4_050)
  expect(lowerEncoder().keyFrames.slice(5)).toEqual([true])
  expect(encoder().keyFrames.slice(4)).toEqual([false, false, false, false, true])
})

test('a turned video turns the lower quality; a small one has none', () => {
  showFrames(10)
  Object.assign(video, { videoWidth: 720, videoHeight: 1280 })
  showFrames(50)
  expect(encoding.lowerSize()).toEqual({ width: 360, height: 640 })
  Object.assign(video, { videoWidth: 640, videoHeight: 480 })
  showFrames(90)
  expect(encoding.lowerSize()).toBeUndefined()
  expect(lowerEncoder().keyFrames).toEqual([true, true])
  expect(encoder().keyFrames).toEqual([true, true, true])
})

test('a lower quality that fails ends, and the first goes on', () => {
  showFrames(10)
  const first = encoder()
  lowerEncoder().fail(new Error('two are too many'))
  showFrames(50, 2_010)
  expect(encoding.lowerSize()).toBeUndefined()
  expect(lowerSink.end).toHaveBeenCalled()
  expect(first.keyFrames).toEqual([true, false, true])
  expect(onFailure).not.toHaveBeenCalled()
})

test.each([
  ['the first', encoder],
  ['the lower', lowerEncoder],
])('the lower quality ends where half the frames of %s quality are skipped', (_, slow) => {
  for (let place = 0; place < 300; place += 1) {
    slow().encodeQueueSize = place % 3 === 0 ? 0 : 4
    showFrames(place * 33)
  }
  expect(encoding.lowerSize()).toBeUndefined()
  expect(encoder().keyFrames.length).toBeGreaterThanOrEqual(100)
})
