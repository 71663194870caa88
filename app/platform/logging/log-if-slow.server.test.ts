import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { logIfSlow } from './log-if-slow.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['a step that takes 9 seconds is not mentioned', 9_000, []],
  ['a step that takes a minute is mentioned once', 60_000, ['still starting: waiting for the database']],
])('%s', async (_, ms, expected) => {
  const { log, lines } = captureLog()
  const work = new Promise<string>((resolve) => setTimeout(resolve, ms, 'open'))
  const opening = logIfSlow(log, 'the database', work)
  await vi.advanceTimersByTimeAsync(ms)
  expect(await opening).toBe('open')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines().map(({ msg }) => msg)).toEqual(expected)
})

test('a step that fails fails the same way, and is not mentioned afterwards', async () => {
  const { log, lines } = captureLog()
  await expect(logIfSlow(log, 'the database', Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines()).toEqual([])
})
