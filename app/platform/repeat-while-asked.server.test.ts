import { expect, test, vi } from 'vitest'
import { until } from '../../tests/support/until.ts'
import { repeatWhileAsked } from './repeat-while-asked.server.ts'

test('asked many times meanwhile, it is done once more', async () => {
  const release: (() => void)[] = []
  const work = vi.fn(() => new Promise<number>((resolve) => release.push(() => resolve(0))))
  const repeated = repeatWhileAsked(work, () => {})
  for (let times = 0; times < 5; times += 1) repeated.ask()
  expect(work).toHaveBeenCalledTimes(1)
  release[0]?.()
  await until(() => release.length === 2)
  release[1]?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(work).toHaveBeenCalledTimes(2)
  repeated.close()
})

test('what fails is tried again by itself', async () => {
  const onFailure = vi.fn()
  const work = vi.fn(async () => 0).mockRejectedValueOnce(new Error('away'))
  const repeated = repeatWhileAsked(work, onFailure)
  repeated.ask()
  await until(() => work.mock.calls.length === 2)
  expect(onFailure).toHaveBeenCalledTimes(1)
  repeated.close()
})

test('closed, it is done no more', async () => {
  const work = vi.fn(async () => 10)
  const repeated = repeatWhileAsked(work, () => {})
  repeated.ask()
  await until(() => work.mock.calls.length > 2)
  repeated.close()
  const done = work.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(work.mock.calls.length).toBeLessThanOrEqual(done + 1)
})
