import { expect, test, vi } from 'vitest'
import { cacheFor } from './cache-for.ts'

function setUp() {
  let now = 0
  const cached = cacheFor<number>({ clock: { now: () => now } }, 1_000, (answer) => answer >= 0)
  return { cached, pass: (ms: number) => (now += ms) }
}

test('concurrent calls share one answer, which is cached for a second', async () => {
  const { cached, pass } = setUp()
  const ask = vi.fn(async () => 7)
  expect(await Promise.all([cached('a', ask), cached('a', ask)])).toEqual([7, 7])
  pass(999)
  expect(await cached('a', ask)).toBe(7)
  expect(ask).toHaveBeenCalledTimes(1)
  await cached('b', ask)
  pass(1)
  await cached('a', ask)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a clock that is set back does not keep an answer', async () => {
  const { cached, pass } = setUp()
  const ask = vi.fn(async () => 7)
  await cached('a', ask)
  pass(-60_000)
  await cached('a', ask)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('an answer that is not kept, and a failure, is asked for again', async () => {
  const { cached } = setUp()
  const negative = vi.fn(async () => -1)
  await cached('a', negative)
  await cached('a', negative)
  expect(negative).toHaveBeenCalledTimes(2)
  const failing = vi.fn(async () => Promise.reject(new Error('no')))
  await expect(cached('b', failing)).rejects.toThrow('no')
  await expect(cached('b', failing)).rejects.toThrow('no')
  expect(failing).toHaveBeenCalledTimes(2)
})
