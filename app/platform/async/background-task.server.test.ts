import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatWhileAsked } from './background-task.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('asked many times meanwhile, it is done once more', async () => {
  const release: (() => void)[] = []
  const work = vi.fn(() => new Promise<number>((resolve) => release.push(() => resolve(0))))
  const repeated = repeatWhileAsked(work, () => {})
  for (let times = 0; times < 5; times += 1) repeated.ask()
  expect(work).toHaveBeenCalledTimes(1)
  release[0]?.()
  await pass(0)
  expect(work).toHaveBeenCalledTimes(2)
  release[1]?.()
  await pass(3_600_000)
  expect(work).toHaveBeenCalledTimes(2)
  repeated.ask()
  expect(work).toHaveBeenCalledTimes(3)
  repeated.close()
})

test('what fails is tried again by itself a second later', async () => {
  const onFailure = vi.fn()
  const work = vi.fn(async () => 0).mockRejectedValueOnce(new Error('away'))
  const repeated = repeatWhileAsked(work, onFailure)
  repeated.ask()
  await pass(999)
  expect(work).toHaveBeenCalledTimes(1)
  expect(onFailure).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(work).toHaveBeenCalledTimes(2)
  expect(onFailure).toHaveBeenCalledTimes(1)
  repeated.close()
})

test('it is done again after the time that the work says, and not when it is closed', async () => {
  const work = vi.fn(async () => 250)
  const repeated = repeatWhileAsked(work, () => {})
  repeated.ask()
  await pass(999)
  expect(work).toHaveBeenCalledTimes(4)
  repeated.close()
  await pass(60_000)
  expect(work).toHaveBeenCalledTimes(4)
})
