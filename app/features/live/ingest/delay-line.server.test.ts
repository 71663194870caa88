import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDelayLine } from './delay-line.server.ts'

let now: number
let done: string[]
let errors: unknown[]
let line: ReturnType<typeof createDelayLine>

beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  done = []
  errors = []
  line = createDelayLine({ now: () => now }, (error) => errors.push(error))
})

afterEach(() => {
  vi.useRealTimers()
})

const add = (name: string, bytes = 0) => line.add(bytes, () => done.push(name))

function pass(ms: number): void {
  for (let step = 0; step < ms; step += 1) {
    now += 1
    vi.advanceTimersByTime(1)
  }
}

test('without a delay everything happens at once, and its errors are the caller’s', () => {
  add('a')
  expect(done).toEqual(['a'])
  const fail = () => {
    throw new Error('no')
  }
  expect(() => line.add(0, fail)).toThrow('no')
  expect(errors).toEqual([])
  expect(line.isEmpty()).toBe(true)
})

test('with a delay each happens that much later, in order', () => {
  line.setDelay(100)
  add('a')
  pass(40)
  add('b')
  pass(59)
  expect(done).toEqual([])
  pass(1)
  expect(done).toEqual(['a'])
  pass(40)
  expect(done).toEqual(['a', 'b'])
  expect(line.isEmpty()).toBe(true)
})

test('what is held counts, and counts no more when it is due', () => {
  line.setDelay(100)
  add('a', 1_000)
  expect(line.bytes()).toBeGreaterThanOrEqual(1_000)
  pass(100)
  expect(line.bytes()).toBe(0)
})

test('an error of what was held is reported, and the rest happens', () => {
  line.setDelay(10)
  line.add(0, () => {
    throw new Error('later')
  })
  add('b')
  pass(10)
  expect(errors).toEqual([new Error('later')])
  expect(done).toEqual(['b'])
})

test('what is cleared never happens, also what is due in the same moment', () => {
  line.setDelay(10)
  line.add(0, () => line.clear())
  add('a')
  pass(100)
  expect(done).toEqual([])
  add('b')
  pass(10)
  expect(done).toEqual(['b'])
})

test('a new delay drops what was held', () => {
  line.setDelay(1_000)
  add('a', 500)
  line.setDelay(10)
  expect([line.isEmpty(), line.bytes()]).toEqual([true, 0])
  add('b')
  pass(2_000)
  expect(done).toEqual(['b'])
})
