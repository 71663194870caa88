import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followOnline } from './follow-online.ts'

let shown: number
let say: ((online: number) => void) | undefined
const registerInLog = vi.fn<() => number>()
const registerWithServer = vi.fn<() => Promise<number>>()
const leave = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  shown = 1
  registerInLog.mockReturnValue(1)
  registerWithServer.mockResolvedValue(1)
})

afterEach(() => {
  vi.useRealTimers()
})

function start(): () => void {
  return followOnline({
    registerInLog,
    registerWithServer,
    listen: (onOnline) => {
      say = onOnline
      return leave
    },
    show: (next) => {
      shown = next(shown)
    },
  })
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test.each([
  ['the log counts more', 3, 2, 3],
  ['the server counts more', 2, 40, 40],
  ['the server does not say', 2, 0, 2],
])('when %s the larger number is shown', async (_, inLog, atServer, expected) => {
  registerInLog.mockReturnValue(inLog)
  registerWithServer.mockResolvedValue(atServer)
  start()
  await pass(0)
  expect(shown).toBe(expected)
})

test('the visit is registered now and every 30 seconds, until the visitor leaves the page', async () => {
  const stop = start()
  await pass(0)
  expect(registerWithServer).toHaveBeenCalledTimes(1)
  await pass(60_000)
  expect(registerWithServer).toHaveBeenCalledTimes(3)
  stop()
  await pass(300_000)
  expect(registerWithServer).toHaveBeenCalledTimes(3)
  expect(leave).toHaveBeenCalledTimes(1)
})

test('the count sent to all visitors is shown from two seconds after the visit was counted', async () => {
  registerWithServer.mockResolvedValue(10)
  start()
  await pass(0)
  say?.(9)
  expect(shown).toBe(10)
  await pass(1_999)
  expect(shown).toBe(10)
  await pass(1)
  expect(shown).toBe(9)
  say?.(12)
  expect(shown).toBe(12)
})

test('while the server rejects the visit, the last count sent to all visitors stays', async () => {
  start()
  await pass(2_000)
  say?.(25)
  registerWithServer.mockResolvedValue(0)
  await pass(30_000)
  expect(shown).toBe(25)
})

test('an answer that arrives after the visitor left changes nothing', async () => {
  let answer = (_online: number) => {}
  registerWithServer.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  const stop = start()
  stop()
  answer(99)
  await pass(10_000)
  expect(shown).toBe(1)
})
