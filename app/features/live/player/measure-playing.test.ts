import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeVideo } from '../../../../tests/support/browser/fake-page.ts'
import { measurePlaying } from './measure-playing.ts'

let video: FakeVideo
let leaving: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  video = new FakeVideo()
  leaving = new AbortController()
})

afterEach(() => {
  vi.useRealTimers()
})

function after(ms: number, event: string): void {
  vi.advanceTimersByTime(ms)
  video.dispatchEvent(new Event(event))
}

test('waiting for the first frame is not a stall', () => {
  const metrics = measurePlaying(video.asElement(), leaving.signal)
  after(100, 'waiting')
  expect(metrics()).toEqual({ firstFrameMs: undefined, stalls: 0, stalledMs: 0 })
  after(300, 'playing')
  expect(metrics()).toEqual({ firstFrameMs: 400, stalls: 0, stalledMs: 0 })
})

test('stalls are counted once each, and a stall still going on counts up to now', () => {
  const metrics = measurePlaying(video.asElement(), leaving.signal)
  after(400, 'playing')
  after(1_000, 'waiting')
  after(50, 'waiting')
  after(200, 'playing')
  expect(metrics()).toEqual({ firstFrameMs: 400, stalls: 1, stalledMs: 250 })
  after(1_000, 'waiting')
  vi.advanceTimersByTime(500)
  expect(metrics()).toEqual({ firstFrameMs: 400, stalls: 2, stalledMs: 750 })
})

test('a jump is not a stall', () => {
  const metrics = measurePlaying(video.asElement(), leaving.signal)
  after(400, 'playing')
  video.seeking = true
  after(1_000, 'waiting')
  expect(metrics().stalls).toBe(0)
})

test('nothing is measured after the signal', () => {
  const metrics = measurePlaying(video.asElement(), leaving.signal)
  leaving.abort()
  after(100, 'playing')
  expect(metrics().firstFrameMs).toBeUndefined()
})
