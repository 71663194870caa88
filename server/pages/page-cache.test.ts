import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createPageCache, type Rendered } from './page-cache.ts'

function world() {
  let now = 1_000_000
  let version = 1
  let isListening = true
  const answers: ((onLoaded: () => void) => Promise<Rendered<string>>)[] = []
  const render = vi.fn(async (key: string, onLoaded: () => void) => {
    const answer = answers.shift()
    return answer ? answer(onLoaded) : { page: `${key} v${version}`, isComplete: true }
  })
  const onFailure = vi.fn()
  const cache = createPageCache<string, string>({
    keyOf: (path) => path,
    render,
    renderWithoutDatabase: async (path) => ({ page: `${path} without data`, isComplete: false }),
    changes: { version: () => version, isListening: () => isListening },
    clock: { now: () => now },
    onFailure,
  })
  return {
    cache,
    render,
    onFailure,
    answerNext: (answer: (onLoaded: () => void) => Promise<Rendered<string>>) => answers.push(answer),
    pass: (ms: number) => {
      now += ms
    },
    change: () => {
      version += 1
    },
    goDeaf: () => {
      isListening = false
    },
  }
}

const never = () => new Promise<never>(() => {})

test('a page is rendered once, however often it is requested', async () => {
  const { cache, render, pass } = world()
  for (let hour = 0; hour < 5; hour += 1) {
    expect(await cache.get('/')).toBe('/ v1')
    pass(3_600_000)
  }
  expect(render).toHaveBeenCalledTimes(1)
})

test('simultaneous visitors share one rendering', async () => {
  const { cache, render } = world()
  const pages = await Promise.all(Array.from({ length: 100 }, () => cache.get('/')))
  expect(new Set(pages)).toEqual(new Set(['/ v1']))
  expect(render).toHaveBeenCalledTimes(1)
})

test('a change is rendered, but not twice within a second', async () => {
  const { cache, render, pass, change } = world()
  await cache.get('/')
  for (let tenth = 0; tenth < 100; tenth += 1) {
    change()
    pass(100)
    await cache.get('/')
  }
  expect(render.mock.calls.length).toBeGreaterThanOrEqual(10)
  expect(render.mock.calls.length).toBeLessThanOrEqual(11)
})

test('after a quiet time the first visitor sees the change', async () => {
  const { cache, pass, change } = world()
  await cache.get('/')
  pass(60_000)
  change()
  expect(await cache.get('/')).toBe('/ v2')
})

test('while changes cannot be received a page is valid for a second', async () => {
  const { cache, render, pass, goDeaf } = world()
  goDeaf()
  await cache.get('/')
  pass(999)
  await cache.get('/')
  expect(render).toHaveBeenCalledTimes(1)
  pass(1)
  await cache.get('/')
  expect(render).toHaveBeenCalledTimes(2)
})

test('a change during a rendering is rendered after it', async () => {
  const { cache, pass, change, answerNext } = world()
  answerNext(async () => {
    change()
    return { page: 'read before the change', isComplete: true }
  })
  expect(await cache.get('/')).toBe('read before the change')
  pass(1_000)
  expect(await cache.get('/')).toBe('/ v2')
})

test.each([
  ['throws', () => Promise.reject(new Error('broken'))],
  ['lacks a part', async () => ({ page: 'without the list', isComplete: false })],
])('when a rendering %s the last good page is served', async (_what, answer) => {
  const { cache, render, pass, change, answerNext } = world()
  await cache.get('/')
  change()
  pass(1_000)
  answerNext(answer)
  expect(await cache.get('/')).toBe('/ v1')
  expect(await cache.get('/')).toBe('/ v1')
  expect(render).toHaveBeenCalledTimes(2)
  pass(1_000)
  expect(await cache.get('/')).toBe('/ v2')
})

test('an incomplete page is served for a second if there is no better one', async () => {
  const { cache, pass, answerNext } = world()
  answerNext(async () => ({ page: 'without the list', isComplete: false }))
  expect(await cache.get('/')).toBe('without the list')
  pass(1_000)
  expect(await cache.get('/')).toBe('/ v1')
})

test('when a rendering hangs the last good page is served, and if there is none, one without data', async () => {
  const { cache, render, pass, change, answerNext } = world()
  answerNext(never)
  expect(await cache.get('/cold')).toBe('/cold without data')
  pass(10_000)
  expect(await cache.get('/cold')).toBe('/cold without data')
  await cache.get('/')
  change()
  pass(1_000)
  answerNext(never)
  expect(await cache.get('/')).toBe('/ v1')
  expect(await cache.get('/')).toBe('/ v1')
  expect(render).toHaveBeenCalledTimes(3)
})

test('a first page that has its data is waited for, however long it is being drawn', async () => {
  const { cache, answerNext } = world()
  answerNext(async (onLoaded) => {
    onLoaded()
    await sleep(1_200)
    return { page: 'slowly drawn', isComplete: true }
  })
  expect(await cache.get('/')).toBe('slowly drawn')
})

test('a late rendering takes the place of the page without data', async () => {
  const { cache, pass, answerNext } = world()
  const late = Promise.withResolvers<Rendered<string>>()
  answerNext(() => late.promise)
  expect(await cache.get('/')).toBe('/ without data')
  late.resolve({ page: 'late but whole', isComplete: true })
  await expect.poll(() => cache.get('/')).toBe('late but whole')
  pass(3_600_000)
  expect(await cache.get('/')).toBe('late but whole')
})

test('a failure is reported once, and again only after a complete page', async () => {
  const { cache, pass, change, answerNext, onFailure } = world()
  const incomplete = async () => ({ page: 'without the list', isComplete: false, cause: 'the table is gone' })
  for (let second = 0; second < 3; second += 1) {
    answerNext(incomplete)
    await cache.get('/')
    pass(1_000)
  }
  expect(onFailure.mock.calls).toEqual([['/', 'the table is gone']])
  await cache.get('/')
  change()
  pass(1_000)
  answerNext(incomplete)
  await cache.get('/')
  expect(onFailure).toHaveBeenCalledTimes(2)
})
