import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { type NextRun, startBackgroundTask } from './background-task.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function start(work: Parameters<typeof startBackgroundTask>[0]['work'], startsIdle = false) {
  const { log, lines } = captureLog()
  const task = startBackgroundTask({
    work,
    log,
    failing: 'it fails',
    recovered: 'it works again',
    startsIdle,
  })
  return { task, logged: () => lines().map(({ level, msg }) => ({ level, msg })) }
}

test('many requests during a run cause one more run', async () => {
  const release: (() => void)[] = []
  const work = vi.fn(() => new Promise<NextRun>((resolve) => release.push(() => resolve('idle'))))
  const { task } = start(work, true)
  expect(work).not.toHaveBeenCalled()
  for (let times = 0; times < 5; times += 1) task.request()
  expect(work).toHaveBeenCalledTimes(1)
  release[0]?.()
  await pass(0)
  expect(work).toHaveBeenCalledTimes(2)
  release[1]?.()
  await pass(3_600_000)
  expect(work).toHaveBeenCalledTimes(2)
  task.request()
  expect(work).toHaveBeenCalledTimes(3)
  release[2]?.()
  await task.close()
})

test('work that fails runs again a second later', async () => {
  const work = vi.fn(async (): Promise<NextRun> => 'idle').mockRejectedValueOnce(new Error('away'))
  const { task, logged } = start(work)
  await pass(999)
  expect(work).toHaveBeenCalledTimes(1)
  expect(logged()).toEqual([{ level: 40, msg: 'it fails' }])
  await pass(1)
  expect(work).toHaveBeenCalledTimes(2)
  expect(logged().slice(1)).toEqual([{ level: 30, msg: 'it works again' }])
  await task.close()
})

test('the log has the first of several failures, and the recovery', async () => {
  let isBroken = true
  const { task, logged } = start(async () => {
    if (isBroken) throw new Error('away')
    return { againInMs: 1_000 }
  })
  await pass(5_000)
  expect(logged()).toEqual([{ level: 40, msg: 'it fails' }])
  isBroken = false
  await pass(5_000)
  expect(logged().slice(1)).toEqual([{ level: 30, msg: 'it works again' }])
  isBroken = true
  await pass(5_000)
  expect(logged().slice(2)).toEqual([{ level: 40, msg: 'it fails' }])
  await task.close()
})

test('work that runs until it fails reports its recovery while it runs', async () => {
  let breakOff = () => {}
  const { task, logged } = start(
    ({ reportSuccess }) =>
      new Promise((_, reject) => {
        reportSuccess()
        breakOff = () => reject(new Error('lost'))
      }),
  )
  expect(logged()).toEqual([])
  breakOff()
  await pass(1_000)
  expect(logged().map(({ msg }) => msg)).toEqual(['it fails', 'it works again'])
  breakOff()
  await task.close()
})

test('it runs again after the time that the work returns, and not once closed', async () => {
  const work = vi.fn(async () => ({ againInMs: 250 }))
  const { task } = start(work)
  await pass(999)
  expect(work).toHaveBeenCalledTimes(4)
  await task.close()
  await pass(60_000)
  expect(work).toHaveBeenCalledTimes(4)
})

test('closing aborts the run in progress, waits for it, and logs no failure', async () => {
  let hasEnded = false
  const { task, logged } = start(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          hasEnded = true
          reject(new Error('aborted'))
        }),
      ),
  )
  await task.close()
  expect(hasEnded).toBe(true)
  expect(logged()).toEqual([])
})
