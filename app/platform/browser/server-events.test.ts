import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerEvents, MISSED } from './server-events.ts'

/** Does what a test says the network does. */
class FakeSource {
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly heard = new Map<string, Set<(event: unknown) => void>>()
  readonly address: string

  constructor(address: string) {
    this.address = address
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.heard.set(type, (this.heard.get(type) ?? new Set()).add(listener))
  }

  close(): void {
    this.readyState = 2
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  say(type: string, data: string, lastEventId: string): void {
    for (const listener of this.heard.get(type) ?? []) listener({ type, data, lastEventId })
  }

  /** The browser tries again by itself. */
  breakOff(): void {
    this.readyState = 0
    this.onerror?.()
  }

  /** An answer other than 200: the browser gives up. */
  refuse(): void {
    this.readyState = 2
    this.onerror?.()
  }
}

class FakePage extends EventTarget {
  hidden = false

  show(isShown: boolean): void {
    this.hidden = !isShown
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let sources: FakeSource[]
let page: FakePage
let window: EventTarget
let isPlaying: boolean
let events: ReturnType<typeof createServerEvents>

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  page = new FakePage()
  window = new EventTarget()
  isPlaying = false
  events = createServerEvents({
    openSource: (address) => {
      const source = new FakeSource(address)
      sources.push(source)
      return source as never
    },
    isPlaying: () => isPlaying,
    page: () => page as never,
    window: () => window as never,
  })
})

afterEach(() => {
  vi.useRealTimers()
})

function newest(): FakeSource {
  const source = sources.at(-1)
  if (source === undefined) throw new Error('nothing was opened')
  return source
}

const soon = () => vi.advanceTimersByTime(0)
const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000)

test('all listeners share one connection, opened when the page has said what it shows', () => {
  const [npcs, donations] = [vi.fn(), vi.fn()]
  events.listen('npcs', npcs)
  events.listen('donation', donations)
  expect(sources).toHaveLength(0)
  events.startAfter('41')
  soon()
  expect(sources.map(({ address }) => address)).toEqual(['/api/events?since=41'])
  newest().open()
  newest().say('npcs', '[1]', '42')
  newest().say('donation', '{"amount":2}', '43')
  expect(npcs.mock.calls).toEqual([[[1]]])
  expect(donations.mock.calls).toEqual([[{ amount: 2 }]])
})

test('a listener that comes later hears the same connection, and one that left hears nothing', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stop = events.listen('npcs', first)
  soon()
  newest().open()
  events.listen('online', second)
  events.listen('npcs', second)
  soon()
  expect(sources).toHaveLength(1)
  stop()
  stop()
  newest().say('npcs', '[]', '1')
  newest().say('online', '{}', '2')
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(2)
})

test('the last listener who leaves closes the connection, and hiding the page opens none then', () => {
  const stop = events.listen('npcs', vi.fn())
  soon()
  newest().open()
  stop()
  expect(newest().readyState).toBe(2)
  page.show(false)
  page.show(true)
  seconds(120)
  expect(sources).toHaveLength(1)
})

test('a page that is not seen has no connection; seen again it resumes after what it heard last', () => {
  const missed = vi.fn()
  events.listen('npcs', vi.fn())
  events.listen(MISSED, missed)
  soon()
  newest().open()
  newest().say('npcs', '[]', '57')
  page.show(false)
  expect(newest().readyState).toBe(2)
  seconds(600)
  expect(sources).toHaveLength(1)
  page.show(true)
  expect(newest().address).toBe('/api/events?since=57')
  expect(missed).not.toHaveBeenCalled()
})

test('a page that the browser keeps for Back has no connection; shown again it resumes', () => {
  events.listen('npcs', vi.fn())
  soon()
  newest().open()
  newest().say('npcs', '[]', '57')
  window.dispatchEvent(new Event('pagehide'))
  expect(newest().readyState).toBe(2)
  seconds(600)
  expect(sources).toHaveLength(1)
  window.dispatchEvent(new Event('pageshow'))
  expect(newest().address).toBe('/api/events?since=57')
  window.dispatchEvent(new Event('pageshow'))
  expect(sources).toHaveLength(2)
})

test('a page that was rendered without its values has every listener load its own', () => {
  const [npcs, donations] = [vi.fn(), vi.fn()]
  events.listen(MISSED, npcs)
  events.listen(MISSED, donations)
  events.refreshAll()
  expect([npcs, donations].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a page that was not seen for longer than the server remembers fetches what it shows', () => {
  const missed = vi.fn()
  events.listen(MISSED, missed)
  soon()
  newest().open()
  page.show(false)
  seconds(12 * 60 * 60 + 1)
  page.show(true)
  expect(missed).toHaveBeenCalledTimes(1)
})

test('a connection that breaks is left to the browser, and after ten seconds without one the page asks', () => {
  const missed = vi.fn()
  events.listen(MISSED, missed)
  soon()
  newest().open()
  newest().breakOff()
  seconds(9)
  newest().breakOff()
  expect(missed).not.toHaveBeenCalled()
  seconds(1)
  expect(missed).toHaveBeenCalledTimes(1)
  seconds(20)
  expect(missed).toHaveBeenCalledTimes(3)
  newest().open()
  seconds(60)
  expect(missed).toHaveBeenCalledTimes(3)
  expect(sources).toHaveLength(1)
})

test('refused with 429 or 503 it asks every ten seconds, and tries again ever more rarely, a minute at most', () => {
  const missed = vi.fn()
  const openedAt: number[] = []
  events.listen(MISSED, missed)
  const begun = Date.now()
  soon()
  for (let second = 0; second <= 300; second += 1) {
    if (newest().readyState === 0) {
      openedAt.push((Date.now() - begun) / 1_000)
      newest().refuse()
    }
    seconds(1)
  }
  expect(openedAt).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242])
  expect(missed).toHaveBeenCalledTimes(30)
})

test('after a refusal an open connection ends the asking, and the next refusal is retried soon again', () => {
  const missed = vi.fn()
  events.listen(MISSED, missed)
  soon()
  newest().refuse()
  seconds(2)
  newest().refuse()
  seconds(4)
  newest().open()
  seconds(60)
  expect(missed).not.toHaveBeenCalled()
  newest().refuse()
  seconds(2)
  expect(sources).toHaveLength(4)
})

test('hidden while it waits to try again, it does not', () => {
  events.listen('npcs', vi.fn())
  soon()
  newest().refuse()
  page.show(false)
  seconds(300)
  expect(sources).toHaveLength(1)
  page.show(true)
  expect(sources).toHaveLength(2)
})

test('the server may say itself that too much was missed', () => {
  const missed = vi.fn()
  events.listen(MISSED, missed)
  soon()
  newest().open()
  newest().say(MISSED, 'null', '900')
  expect(missed).toHaveBeenCalledTimes(1)
  page.show(false)
  page.show(true)
  expect(newest().address).toBe('/api/events?since=900')
})

test('a listener that comes while the connection is open asks once for what it may have missed', () => {
  events.listen('npcs', vi.fn())
  soon()
  newest().open()
  const missed = vi.fn()
  events.listen(MISSED, missed)
  soon()
  expect(missed).toHaveBeenCalledTimes(1)
})

test('an event that cannot be read is passed over, and the next one is heard', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const npcs = vi.fn()
  events.listen('npcs', npcs)
  soon()
  newest().open()
  newest().say('npcs', '{', '1')
  newest().say('npcs', '[]', '2')
  expect(npcs.mock.calls).toEqual([[[]]])
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})

test('a hidden page that can be heard keeps its connection, and closes it when it is hidden in silence', () => {
  events.listen('stream', vi.fn())
  soon()
  newest().open()
  isPlaying = true
  page.show(false)
  expect(newest().readyState).toBe(1)
  page.show(true)
  isPlaying = false
  page.show(false)
  expect(newest().readyState).toBe(2)
  expect(sources).toHaveLength(1)
})
