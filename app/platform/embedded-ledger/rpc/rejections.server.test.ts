import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../clock.ts'
import { createRejections } from './rejections.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function rejections() {
  const sent: number[] = []
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  const { reject, forget } = createRejections({ clock: systemClock, end })
  return { sent, isEnded: () => isEnded, forget, reject: (id: number) => reject(() => sent.push(id)) }
}

test('a connection gets ten rejections at once and then one per second', () => {
  const { sent, reject } = rejections()
  for (let id = 1; id <= 12; id += 1) reject(id)
  expect(sent).toHaveLength(10)
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(11)
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('a client that repeats a rejected call as soon as it is answered is slowed down', () => {
  const { sent, reject } = rejections()
  const { reject: rejectDirectly } = createRejections({ clock: systemClock, end: () => {} })
  const repeat = () => {
    sent.push(1)
    rejectDirectly(repeat)
  }
  rejectDirectly(repeat)
  vi.advanceTimersByTime(60_000)
  expect(sent.length).toBeLessThanOrEqual(71)
  reject(2)
  expect(sent.at(-1)).toBe(2)
})

test('a client that does not wait for its answers is disconnected, and nothing is sent after it left', () => {
  const { sent, isEnded, reject, forget } = rejections()
  for (let id = 1; id <= 110; id += 1) reject(id)
  expect(isEnded()).toBe(false)
  reject(111)
  expect(isEnded()).toBe(true)
  forget()
  vi.advanceTimersByTime(600_000)
  expect(sent).toHaveLength(10)
})
