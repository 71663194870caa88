import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo, fakeDocument } from '../../../../../tests/support/browser/fake-page.ts'
import { openHls } from './hls-source.ts'
import type { Source } from './video-source.ts'
import { keepWatching, type Watching } from './watch-stream.ts'

vi.mock('./hls-source.ts', () => ({ openHls: vi.fn() }))

type Opened = Source & { end(): void; isClosed: boolean; isFetching: boolean; jumps: number }

let video: FakeVideo
let page: ReturnType<typeof fakeDocument>
let opened: Opened[]
let watching: Watching

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

function makeSource(onEnd: () => void): Source {
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
  watching = keepWatching(video.asElement(), { kind: 'hls', url: '/live/1/index.m3u8' })
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

test('one that fails is opened again, later each time, and at once again when it has played', async () => {
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

test('what a closed source reports late closes nothing', async () => {
  await watch()
  const first = last()
  first.end()
  await vi.advanceTimersByTimeAsync(500)
  first.end()
  first.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('a source that ends while it is being opened is closed when it is there, and one other is opened', async () => {
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

test('after the end nothing is opened, and what opens late is closed', async () => {
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

test('a browser that allows no sound without a tap shows the video muted; one that allows nothing leaves the button', async () => {
  video.muted = false
  video.forbidsSound = true
  await watch()
  expect([video.paused, video.muted]).toEqual([false, true])
  watching.stop()
  video.paused = true
  video.forbidsPlaying = true
  await watch()
  expect(video.paused).toBe(true)
})

test('paused, nothing is fetched; played again, it goes on live', async () => {
  await watch()
  video.pause()
  expect(last().isFetching).toBe(false)
  await video.play()
  expect([last().isFetching, last().jumps]).toEqual([true, 1])
})

test('paused, a source that breaks is opened again and waits', async () => {
  await watch()
  video.pause()
  last().end()
  await vi.advanceTimersByTimeAsync(500)
  expect([opened.length, last().isFetching, video.paused]).toEqual([2, false, true])
})

test('hidden and muted it pauses, seen again it plays; with sound, or in picture in picture, it goes on', async () => {
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

test('opened in a hidden tab it fetches nothing until it is seen', async () => {
  page.setHidden(true)
  await watch()
  expect([video.paused, last().isFetching]).toEqual([true, false])
  page.setHidden(false)
  await settle()
  expect([video.paused, last().isFetching]).toEqual([false, true])
})
