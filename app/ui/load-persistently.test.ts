import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPersistently } from './load-persistently.ts'

let browser: EventTarget
let connection: { onLine: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  connection = { onLine: true }
  vi.stubGlobal('navigator', connection)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setOnline(isOnline: boolean): void {
  connection.onLine = isOnline
  if (isOnline) browser.dispatchEvent(new Event('online'))
}

const load = () => (connection.onLine ? Promise.resolve('code') : Promise.reject(new Error('offline')))

test('what is asked for offline is loaded once the browser is online, however long that takes', async () => {
  setOnline(false)
  const loaded = loadPersistently(load)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  setOnline(true)
  expect(await loaded).toBe('code')
})

test('a browser that loses the connection again waits again', async () => {
  setOnline(false)
  const loaded = loadPersistently(load)
  await vi.advanceTimersByTimeAsync(0)
  connection.onLine = false
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  setOnline(true)
  expect(await loaded).toBe('code')
})

test('online, what fails is tried three times', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('gone')))
  const loaded = loadPersistently(failing)
  const outcome = expect(loaded).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(10_000)
  await outcome
  expect(failing).toHaveBeenCalledTimes(3)
})
