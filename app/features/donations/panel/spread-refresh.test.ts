import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spreadRefresh } from './spread-refresh.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function world(random = () => 0.5) {
  const startedAt: number[] = []
  const answers: (() => void)[] = []
  const ask = () => {
    startedAt.push(Date.now())
    return new Promise<void>((resolve) => answers.push(resolve))
  }
  return { startedAt, answers, refresh: spreadRefresh(ask, random) }
}

test('a hundred donations at once cause one request, within half a second', async () => {
  const { refresh, startedAt } = world()
  for (let count = 0; count < 100; count += 1) refresh()
  await vi.advanceTimersByTimeAsync(500)
  expect(startedAt).toHaveLength(1)
})

test('a donation during a request causes another one, a second after the last', async () => {
  const { refresh, startedAt, answers } = world()
  refresh()
  await vi.advanceTimersByTimeAsync(250)
  refresh()
  refresh()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(startedAt).toHaveLength(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(500)
  expect(startedAt).toHaveLength(2)
})

test('a steady stream of donations causes at most one request per second', async () => {
  const { refresh, startedAt, answers } = world(() => 0)
  for (let at = 0; at < 10_000; at += 50) {
    refresh()
    await vi.advanceTimersByTimeAsync(50)
    for (const answer of answers) answer()
  }
  expect(startedAt.length).toBeGreaterThan(5)
  const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
})

test('pages spread over half a second', async () => {
  const pages = [0, 0.25, 0.999].map((random) => world(() => random))
  for (const { refresh } of pages) refresh()
  const before = Date.now()
  await vi.advanceTimersByTimeAsync(500)
  expect(pages.map(({ startedAt }) => Math.round((startedAt[0] ?? 0) - before))).toEqual([0, 125, 499])
})

test('after a failure the next donation causes another request', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no network')))
  const refresh = spreadRefresh(ask, () => 0)
  refresh()
  await vi.advanceTimersByTimeAsync(10)
  refresh()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledTimes(2)
})
