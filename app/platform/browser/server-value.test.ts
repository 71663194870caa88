import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MISSED } from './server-events.ts'
import { followServerValue, type ServerValueSource, STALE } from './server-value.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stage(source: Partial<ServerValueSource<number>> = {}) {
  const listeners = new Map<string, (data: unknown) => void>()
  const answers: PromiseWithResolvers<number>[] = []
  const shown: number[] = []
  const load = vi.fn(() => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  })
  const listen = (event: string, listener: (data: unknown) => void) => {
    listeners.set(event, listener)
    return () => void listeners.delete(event)
  }
  const read = (data: unknown) => (typeof data === 'number' ? data : undefined)
  const value = followServerValue<number>(
    { load, event: 'count', read, ...source },
    (next) => shown.push(next),
    listen,
  )
  const emit = (event: string, data?: unknown) => listeners.get(event)?.(data)
  const answer = async (at: number, with_: number) => {
    answers[at]?.resolve(with_)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { value, load, emit, answer, answers, shown, listeners }
}

test('an event brings the value, one about something else does not', () => {
  const { emit, shown, load } = stage()
  emit('count', 1)
  emit('count', 'other')
  expect(shown).toEqual([1])
  expect(load).not.toHaveBeenCalled()
})

test('where events may have been missed the value is loaded', async () => {
  const { emit, answer, shown } = stage()
  emit(MISSED)
  await answer(0, 5)
  expect(shown).toEqual([5])
})

test('an answer that an event has overtaken is dropped, and so is all but the last of several', async () => {
  const { emit, answer, value, shown } = stage()
  value.refresh()
  emit('count', 2)
  await answer(0, 1)
  value.refresh()
  value.refresh()
  await answer(2, 4)
  await answer(1, 3)
  expect(shown).toEqual([2, 4])
})

test('an event that says only that the value is stale has it loaded', async () => {
  const { emit, answer, shown } = stage({ read: () => STALE })
  emit('count', 'changed')
  await answer(0, 9)
  expect(shown).toEqual([9])
})

test('a load that fails changes nothing, and the next one counts', async () => {
  const { value, answers, answer, shown } = stage()
  value.refresh()
  answers[0]?.reject(new Error('offline'))
  await vi.advanceTimersByTimeAsync(0)
  value.refresh()
  await answer(1, 7)
  expect(shown).toEqual([7])
})

test('a value that is polled is loaded at once and at each interval, until it is closed', async () => {
  const { load, value } = stage({ pollMs: 1_000 })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(load).toHaveBeenCalledTimes(3)
  value.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(3)
})

test('after closing nothing is heard and nothing is shown', async () => {
  const { value, answer, shown, listeners } = stage()
  value.refresh()
  value.close()
  await answer(0, 1)
  expect([shown, listeners.size]).toEqual([[], 0])
})
