import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DonationEvent } from '../contract.ts'
import { createMomentQueue } from './moment-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const donation = (id: string): DonationEvent => ({
  id,
  npc_id: '1',
  username: id,
  x_account: null,
  amount: 1,
  tx_hash: id,
  created_at: '2026-01-01T00:00:00Z',
})

function world(listed: string[] = []) {
  const shown: (string | undefined)[] = []
  const queue = createMomentQueue(listed.map(donation), (next) => shown.push(next?.id))
  return { shown, queue, add: (...ids: string[]) => ids.map(donation).forEach(queue.add) }
}

test('a donation is shown at once, and is over after four seconds', () => {
  const { shown, add } = world()
  add('a')
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(4_000)
  expect(shown).toEqual(['a', undefined])
  add('b')
  expect(shown).toEqual(['a', undefined, 'b'])
})

test('donations at the same moment are shown one after another', () => {
  const { shown, add } = world()
  add('a', 'b')
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(4_000)
  expect(shown).toEqual(['a', 'b'])
})

test('a flood leaves out the oldest of those that wait', () => {
  const { shown, add } = world()
  add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
  vi.advanceTimersByTime(60_000)
  expect(shown).toEqual(['a', 'd', 'e', 'f', 'g', 'h', undefined])
})

test('a donation that the page already lists is not shown, and none is shown twice', () => {
  const { shown, add } = world(['a'])
  add('a', 'b', 'b')
  vi.advanceTimersByTime(60_000)
  expect(shown).toEqual(['b', undefined])
})

test('an earlier donation whose name was hidden is not shown as a new one', () => {
  const { shown, queue, add } = world()
  queue.add({ ...donation('a'), is_revision: true })
  add('b')
  vi.advanceTimersByTime(60_000)
  expect(shown).toEqual(['b', undefined])
})

test('nothing is shown after it was closed', () => {
  const { shown, queue, add } = world()
  add('a', 'b')
  queue.close()
  vi.advanceTimersByTime(60_000)
  expect(shown).toEqual(['a'])
})
