import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastList } from './toast-list.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function world() {
  const list = createToastList()
  return { list, titles: () => list.get().map(({ title }) => title) }
}

test('a toast replaces the one about the same thing, which stays until it could be read', () => {
  const { list, titles } = world()
  list.show({ title: 'Submitted', about: 'hash' })
  vi.advanceTimersByTime(500)
  list.show({ title: 'Verified', about: 'hash' })
  expect(titles()).toEqual(['Submitted', 'Verified'])
  vi.advanceTimersByTime(1_499)
  expect(titles()).toEqual(['Submitted', 'Verified'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual(['Verified'])
})

test('a toast that has long been read is replaced at once', () => {
  const { list, titles } = world()
  list.show({ title: 'Submitted', about: 'hash' })
  vi.advanceTimersByTime(3_000)
  list.show({ title: 'Verified', about: 'hash' })
  vi.advanceTimersByTime(0)
  expect(titles()).toEqual(['Verified'])
})

test('toasts about other things, and those about nothing, stand side by side', () => {
  const { list, titles } = world()
  list.show({ title: 'Submitted', about: 'one hash' })
  list.show({ title: 'Verified', about: 'another hash' })
  list.show({ title: 'Copied' })
  list.show({ title: 'Copied' })
  vi.advanceTimersByTime(10_000)
  expect(titles()).toEqual(['Verified', 'Copied', 'Copied'])
})
