import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inOwnTask } from './in-own-task.ts'

const stop = vi.fn()
const start = vi.fn<() => (() => void) | undefined>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  start.mockReturnValue(stop)
})

afterEach(() => {
  vi.useRealTimers()
})

test('work starts in a task of its own, and ends when it is called off', () => {
  const end = inOwnTask(start)
  expect(start).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(start).toHaveBeenCalledTimes(1)
  expect(stop).not.toHaveBeenCalled()
  end()
  expect(stop).toHaveBeenCalledTimes(1)
})

test('work that is called off before its task never starts', () => {
  inOwnTask(start)()
  vi.runAllTimers()
  expect(start).not.toHaveBeenCalled()
  expect(stop).not.toHaveBeenCalled()
})
