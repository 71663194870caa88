import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo, fakeDocument } from '../../../../../tests/support/browser/fake-page.ts'
import { openHls } from './hls-source.ts'
import type { Quality } from './quality.ts'
import type { VideoSource } from './video-source.ts'
import { type StreamWatch, watchStream } from './watch-stream.ts'

vi.mock('./hls-source.ts', () => ({ openHls: vi.fn() }))

type Opened = VideoSource & { end(): void; isClosed: boolean; isFetching: boolean; jumps: number }

let video: FakeVideo
let page: ReturnType<typeof fakeDocument>
let opened: Opened[]
let watching: StreamWatch

beforeEach(() => {
  vi.useFakeTimers()
  page = fakeDocument()
  video = new FakeVideo()
  opened = []
  vi.mocked(openHls).mockReset()
  vi.mocked(openHls).mockImplementation(async (_video, _url, onEnd) => makeSource(onEnd))
})

afterEach(() => {
  watching.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function makeSource(onEnd: () => void): VideoSource {
  const source: Opened = {
    isClosed: false,
    isFetching: true,
    jumps: 0,
    end: onEnd,
    delayMs: async () => 1_300,
    goLive() {
      source.jumps += 1
    },
    setFetching(isOn) {
      source.isFetching = isOn
    },
    close() {
      source.isClosed = true
    },
  }
  opened.push(source)
  return source
}

async function watch(): Promise<void> {
  watching = watchStream(video.asElement(), { kind: 'hls', url: '/live/1/index.m3u8' })
  await settle()
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const last = () => opened.at(-1) as Opened

test('a source is opened and played', async () => {
  await watch()
  expect(opened).toHaveLength(1)
  expect(video.paused).toBe(false)
  expect(await watching.delayMs()).toBe(1_300)
})

test('a source that fails is reopened with a growing delay, which playing resets', async () => {
  vi.mocked(openHls).mockRejectedValue(new Error('there is no stream'))
  await watch()
  const waits = []
  for (let times = 0; times < 6; times += 1) {
    const before = vi.mocked(openHls).mock.calls.length
    let waited = 0
    while (vi.mocked(openHls).mock.calls.length === before) {
      await vi.advanceTimersByTimeAsync(100)
      waited += 100
    }
    waits.push(waited)
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000])
  vi.mocked(openHls).mockImplementation(async (_video, _url, onEnd) => makeSource(onEnd))
  await vi.advanceTimersByTimeAsync(5_000)
  video.dispatchEvent(new Event('playing'))
  last().end()
  await vi.advanceTimersByTimeAsync(500)
  expect(opened).toHaveLength(2)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('a late end of a closed source is ignored', async () => {
  await watch()
  const first = last()
  first.end()
  await vi.advanceTimersByTimeAsync(500)
  first.end()
  first.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('a source that ends while it is opening is closed, and one other is opened', async () => {
  let finish = () => {}
  vi.mocked(openHls).mockImplementationOnce(async (_video, _url, onEnd) => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    onEnd()
    return makeSource(onEnd)
  })
  await watch()
  finish()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('once stopped, nothing is opened, and a source that opens late is closed', async () => {
  let finish = () => {}
  vi.mocked(openHls).mockImplementationOnce(async (_video, _url, onEnd) => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return makeSource(onEnd)
  })
  await watch()
  watching.stop()
  finish()
  await settle()
  last().end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true])
  expect(video.paused).toBe(true)
})

test('a browser that blocks audio before a tap plays muted', async () => {
  video.muted = false
  video.forbidsAudio = true
  await watch()
  expect([video.paused, video.muted, watching.isBlocked()]).toEqual([false, true, false])
})

test('where the browser blocks autoplay, nothing is downloaded until the visitor plays', async () => {
  video.forbidsPlaying = true
  await watch()
  expect([video.paused, watching.isBlocked(), last().isFetching]).toEqual([true, true, false])
  video.forbidsPlaying = false
  await video.play()
  expect([watching.isBlocked(), last().isFetching, last().jumps]).toEqual([false, true, 1])
})

test('pausing stops the download; playing resumes at the live edge', async () => {
  await watch()
  video.pause()
  expect(last().isFetching).toBe(false)
  await video.play()
  expect([last().isFetching, last().jumps]).toEqual([true, 1])
})

test('a visitor who pauses before the first frame is not overruled, and keeps the audio', async () => {
  video.isLoading = true
  video.muted = false
  await watch()
  video.pause()
  await settle()
  expect([video.paused, video.muted, last().isFetching]).toEqual([true, false, false])
})

test('a source that breaks while paused is reopened and stays paused', async () => {
  await watch()
  video.pause()
  last().end()
  await vi.advanceTimersByTimeAsync(500)
  expect([opened.length, last().isFetching, video.paused]).toEqual([2, false, true])
})

test('a hidden muted video pauses until it is visible; with audio or in picture-in-picture it plays on', async () => {
  await watch()
  page.setHidden(true)
  expect([video.paused, last().isFetching]).toEqual([true, false])
  page.setHidden(false)
  await settle()
  expect([video.paused, last().isFetching, last().jumps]).toEqual([false, true, 1])
  video.muted = false
  page.setHidden(true)
  expect(video.paused).toBe(false)
  page.setHidden(false)
  video.muted = true
  page.document.pictureInPictureElement = video
  page.setHidden(true)
  expect(video.paused).toBe(false)
})

test('in a hidden tab nothing is downloaded until the tab is visible', async () => {
  page.setHidden(true)
  await watch()
  expect([video.paused, last().isFetching]).toEqual([true, false])
  page.setHidden(false)
  await settle()
  expect([video.paused, last().isFetching]).toEqual([false, true])
})

test('a quality that is another source opens that source at once, and plays it', async () => {
  await watch()
  const choices: Quality[] = ['auto', 720, 360, 'audio']
  last().qualities = { choices, chosen: () => 'auto', choose: (quality) => quality !== 'audio' }
  expect(watching.qualities()).toEqual(choices)
  watching.setQuality(360)
  await settle()
  expect(opened).toHaveLength(1)
  watching.setQuality('audio')
  await settle()
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
  expect(vi.mocked(openHls).mock.lastCall?.[3]).toBe('audio')
  expect(video.paused).toBe(false)
})
