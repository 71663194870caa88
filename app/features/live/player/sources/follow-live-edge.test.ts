import type { default as Hls } from 'hls.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo } from '../../../../../tests/support/browser/fake-page.ts'
import { followLiveEdge } from './follow-live-edge.ts'

type Listener = (event: string, data: Record<string, unknown>) => void

const Player = {
  Events: { LEVEL_UPDATED: 'updated', ERROR: 'error' },
  ErrorDetails: { BUFFER_STALLED_ERROR: 'stalled' },
} as unknown as typeof Hls
const playlist = { targetduration: 2, partTarget: 0.35, partHoldBack: 1.1, holdBack: 6 }
const EAGER_S = 0.84

let video: FakeVideo
let hls: ReturnType<typeof fakeHls>
let stop: () => void

function fakeHls() {
  const listeners: [string, Listener][] = []
  return {
    latency: EAGER_S,
    targetLatency: null as number | null,
    liveSyncPosition: 42,
    on: (event: string, listener: Listener) => listeners.push([event, listener]),
    emit(event: string, data: Record<string, unknown>): void {
      for (const [name, listener] of listeners) if (name === event) listener(event, data)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  video = new FakeVideo()
  video.paused = false
  video.currentTime = 10
  video.loadedUntil = 12
  hls = fakeHls()
  stop = followLiveEdge(Player, hls as unknown as Hls, video.asElement())
  update()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

function update(details = playlist): void {
  hls.emit('updated', { details })
}

function playAt(latencyS: number): void {
  hls.latency = latencyS
  video.dispatchEvent(new Event('timeupdate'))
}

function stall(): void {
  hls.emit('error', { details: 'stalled' })
  update()
}

test('it stays closer to live than the playlist asks, until the first stall', () => {
  expect(hls.targetLatency).toBeCloseTo(EAGER_S)
  stall()
  expect(hls.targetLatency).toBeCloseTo(1.35)
  stall()
  expect(hls.targetLatency).toBeCloseTo(1.6)
  vi.advanceTimersByTime(59_999)
  update()
  expect(hls.targetLatency).toBeCloseTo(1.6)
  vi.advanceTimersByTime(1)
  update()
  expect(hls.targetLatency).toBeCloseTo(1.1)
})

test('many stalls add no more than a segment', () => {
  for (let stalls = 0; stalls < 20; stalls += 1) stall()
  expect(hls.targetLatency).toBeCloseTo(3.1)
})

test('without parts it stays as far back as the playlist asks', () => {
  update({ ...playlist, partTarget: 0, partHoldBack: 0 })
  expect(hls.targetLatency).toBe(6)
})

test('with audio it plays faster until it reaches the target', () => {
  video.muted = false
  playAt(1)
  expect(video.playbackRate).toBe(1)
  playAt(1.4)
  expect(video.playbackRate).toBe(1.1)
  playAt(1)
  expect(video.playbackRate).toBe(1.1)
  playAt(EAGER_S)
  expect(video.playbackRate).toBe(1)
  expect(video.currentTime).toBe(10)
})

test('it does not play faster again within forty seconds', () => {
  video.muted = false
  playAt(1.4)
  playAt(EAGER_S)
  vi.advanceTimersByTime(39_999)
  playAt(1.4)
  expect(video.playbackRate).toBe(1)
  vi.advanceTimersByTime(1)
  playAt(1.4)
  expect(video.playbackRate).toBe(1.1)
})

test('muted, it jumps instead and never changes the speed', () => {
  playAt(1.4)
  expect(video.currentTime).toBeCloseTo(10.56)
  expect(video.playbackRate).toBe(1)
})

test('far behind, it jumps to the live edge, but never while paused or seeking', () => {
  video.muted = false
  video.paused = true
  playAt(9)
  video.paused = false
  video.seeking = true
  playAt(9)
  expect(video.currentTime).toBe(10)
  video.seeking = false
  playAt(9)
  expect(video.currentTime).toBe(42)
})

test('it waits five seconds for the next jump, twice as long after each that did not help, at most forty, and then forgets', () => {
  const waits = []
  for (const calmMs of [0, 0, 0, 0, 0, 0, 500_000, 0]) {
    playAt(EAGER_S)
    vi.advanceTimersByTime(calmMs)
    const before = video.currentTime
    let waitedMs = 0
    for (; video.currentTime === before; waitedMs += 1_000) {
      hls.liveSyncPosition = before + 8
      playAt(9)
      vi.advanceTimersByTime(1_000)
    }
    waits.push(waitedMs)
  }
  expect(waits).toEqual([1_000, 5_000, 10_000, 20_000, 40_000, 40_000, 1_000, 5_000])
})

test('while nothing is published, it does not jump back', () => {
  hls.liveSyncPosition = 9
  playAt(9)
  expect(video.currentTime).toBe(10)
})

test('once stopped, it leaves the video alone', () => {
  stop()
  playAt(9)
  expect(video.currentTime).toBe(10)
})
