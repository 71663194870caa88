import { expect, test, vi } from 'vitest'
import { rememberFor } from './cache-for.ts'

function setUp() {
  let now = 0
  const remember = rememberFor<number>({ clock: { now: () => now } }, 1_000, (answer) => answer >= 0)
  return { remember, pass: (ms: number) => (now += ms) }
}

test('calls at the same time share one answer, which is kept for a second', async () => {
  const { remember, pass } = setUp()
  const ask = vi.fn(async () => 7)
  expect(await Promise.all([remember('a', ask), remember('a', ask)])).toEqual([7, 7])
  pass(999)
  expect(await remember('a', ask)).toBe(7)
  expect(ask).toHaveBeenCalledTimes(1)
  await remember('b', ask)
  pass(1)
  await remember('a', ask)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('what is not to be kept, and a failure, is asked again', async () => {
  const { remember } = setUp()
  const negative = vi.fn(async () => -1)
  await remember('a', negative)
  await remember('a', negative)
  expect(negative).toHaveBeenCalledTimes(2)
  const failing = vi.fn(async () => Promise.reject(new Error('no')))
  await expect(remember('b', failing)).rejects.toThrow('no')
  await expect(remember('b', failing)).rejects.toThrow('no')
  expect(failing).toHaveBeenCalledTimes(2)
})
