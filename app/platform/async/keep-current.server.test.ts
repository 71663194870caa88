import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCurrent } from './keep-current.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stage() {
  const notify = new Set<(table?: string) => void>()
  const state = { value: 1, reads: 0, isListening: true, isBroken: false }
  const current = keepCurrent({
    read: async () => {
      state.reads += 1
      if (state.isBroken) throw new Error('no database')
      const { value } = state
      await new Promise((resolve) => setTimeout(resolve, 100))
      return value
    },
    tables: ['donations'],
    changes: {
      isListening: () => state.isListening,
      subscribe: (_, listener) => {
        notify.add(listener)
        return () => notify.delete(listener)
      },
    },
    clock: { now: () => Date.now() },
  })
  const change = (value: number, table?: string) => {
    state.value = value
    for (const listener of notify) listener(table)
  }
  return { state, current, change, notify }
}

async function settle<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(2_500)
  return promise
}

test('a thousand callers share one read, and later callers need none', async () => {
  const { state, current } = stage()
  const answers = await settle(Promise.all(Array.from({ length: 1_000 }, current.get)))
  expect(new Set(answers)).toEqual(new Set([1]))
  await current.get()
  expect(state.reads).toBe(1)
})

test('after a change the next caller gets the new value, even right after a read', async () => {
  const { current, change } = stage()
  const first = current.get()
  await vi.advanceTimersByTimeAsync(150)
  expect(await first).toBe(1)
  change(2, 'donations')
  expect(await settle(current.get())).toBe(2)
})

test('a change during a read is not missed', async () => {
  const { current, change } = stage()
  const early = current.get()
  await vi.advanceTimersByTimeAsync(50)
  change(2, 'donations')
  const late = current.get()
  await vi.advanceTimersByTimeAsync(2_500)
  expect([await early, await late]).toEqual([1, 2])
})

test('under constant change it reads once per second', async () => {
  const { state, current, change } = stage()
  for (let value = 0; value < 290; value += 1) {
    change(value, 'donations')
    void current.get()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(state.reads).toBe(3)
})

test('a change of another table is ignored; one without a table counts', async () => {
  const { state, current, change } = stage()
  await settle(current.get())
  change(2, 'npcs')
  expect(await current.get()).toBe(1)
  change(3)
  expect(await settle(current.get())).toBe(3)
  expect(state.reads).toBe(2)
})

test('while notifications may be missed it reads again, once per second', async () => {
  const { state, current } = stage()
  await settle(current.get())
  state.isListening = false
  state.value = 2
  expect(await settle(current.get())).toBe(2)
})

test('a failed read rejects its callers, and the next caller reads again', async () => {
  const { state, current } = stage()
  state.isBroken = true
  const failed = current.get()
  await expect(failed).rejects.toThrow('no database')
  state.isBroken = false
  expect(await settle(current.get())).toBe(1)
})

test('closing ends the subscription', () => {
  const { current, notify } = stage()
  current.close()
  expect(notify.size).toBe(0)
})
