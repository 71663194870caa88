import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AudioBlock } from './audio-block.worklet.ts'
import { encodeAudio } from './encode-audio.ts'

vi.mock('./audio-block.worklet.ts?worker&url', () => ({ default: 'worklet.js' }))

type Output = (chunk: object, metadata?: object) => void

/** The parts of WebCodecs that the encoding uses: every block becomes one chunk. */
class FakeEncoder {
  static supported = ['mp4a.40.2', 'opus']
  static made: FakeEncoder[] = []
  state = 'unconfigured'
  readonly output: Output
  readonly fail: (error: unknown) => void

  constructor({ output, error }: { output: Output; error(error: unknown): void }) {
    this.output = output
    this.fail = error
    FakeEncoder.made.push(this)
  }

  static isConfigSupported = async ({ codec }: { codec: string }) => ({
    supported: FakeEncoder.supported.includes(codec),
  })

  configure(): void {
    this.state = 'configured'
  }

  encode(): void {
    this.output(
      { byteLength: 1, timestamp: 40_000, type: 'key', copyTo: (bytes: Uint8Array) => bytes.fill(7) },
      { decoderConfig: { description: Uint8Array.of(1, 2) } },
    )
  }

  close(): void {
    this.state = 'closed'
  }
}

class FakeContext {
  static resume: () => Promise<void>
  currentTime = 0
  destination = {}
  audioWorklet = { addModule: async () => {} }
  createMediaStreamSource = () => ({ connect: (node: object) => node })
  resume = () => FakeContext.resume()
  close = vi.fn()
}

class FakeWorklet {
  static made: FakeWorklet[] = []
  port: { onmessage(event: { data: AudioBlock }): void } = { onmessage() {} }
  connect = () => {}
  constructor() {
    FakeWorklet.made.push(this)
  }
}

const makeSink = vi.fn()
const onFailure = vi.fn()
let sink: { settings: ReturnType<typeof vi.fn>; frame: ReturnType<typeof vi.fn> }
let closing: AbortController
let isFlowing: boolean

beforeEach(() => {
  FakeEncoder.supported = ['mp4a.40.2', 'opus']
  FakeEncoder.made = []
  FakeWorklet.made = []
  FakeContext.resume = async () => {}
  sink = { settings: vi.fn(), frame: vi.fn() }
  makeSink.mockReset().mockReturnValue(sink)
  onFailure.mockReset()
  closing = new AbortController()
  isFlowing = false
  vi.stubGlobal('window', { AudioEncoder: FakeEncoder })
  vi.stubGlobal('AudioEncoder', FakeEncoder)
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('AudioWorkletNode', FakeWorklet)
  vi.stubGlobal(
    'AudioData',
    class {
      close = () => {}
    },
  )
})

afterEach(() => vi.unstubAllGlobals())

async function start(): Promise<void> {
  void encodeAudio({} as MediaStream, makeSink, onFailure, closing.signal).then(() => {
    isFlowing = true
  })
  await settle()
}

const settle = () => new Promise(setImmediate)

async function recordBlock(): Promise<void> {
  FakeWorklet.made.at(-1)?.port.onmessage({ data: { samples: new Float32Array(960), startedAtS: 0 } })
  await settle()
}

test.each([
  ['aac', ['mp4a.40.2', 'opus'], [1, 2]],
  ['opus', ['opus'], Array.from('OpusHead', (letter) => letter.charCodeAt(0))],
])('%s is announced with its first chunk, and not before', async (codec, supported, settings) => {
  FakeEncoder.supported = supported
  await start()
  expect([makeSink.mock.calls.length, isFlowing]).toEqual([0, false])
  await recordBlock()
  await recordBlock()
  expect(makeSink.mock.calls).toEqual([[codec]])
  expect([...(sink.settings.mock.calls[0]?.[0] ?? [])].slice(0, settings.length)).toEqual(settings)
  expect(sink.frame).toHaveBeenCalledTimes(2)
  expect(isFlowing).toBe(true)
})

test('a context that never starts announces no audio, and one that starts late still does', async () => {
  FakeContext.resume = () => new Promise(() => {})
  await start()
  expect([makeSink.mock.calls.length, isFlowing]).toEqual([0, false])
  await recordBlock()
  expect([makeSink.mock.calls.length, isFlowing]).toEqual([1, true])
})

test('a browser without an audio encoder is not waited for', async () => {
  FakeEncoder.supported = []
  await start()
  expect([makeSink.mock.calls.length, isFlowing]).toEqual([0, true])
})

test('a context that cannot start rejects', async () => {
  FakeContext.resume = () => Promise.reject(new Error('no audio device'))
  await expect(encodeAudio({} as MediaStream, makeSink, onFailure, closing.signal)).rejects.toThrow(
    'no audio device',
  )
})

test('a closed broadcast encodes nothing more', async () => {
  await start()
  closing.abort()
  await recordBlock()
  expect([FakeEncoder.made[0]?.state, makeSink.mock.calls.length]).toEqual(['closed', 0])
})
