import { expect, test } from 'vitest'
import { createMinuteCounts } from './minute-counts.server.ts'

test('an address and its network have limits per minute, and other networks are unaffected', () => {
  let now = 0
  const counts = createMinuteCounts({ now: () => now }, { perAddress: 2, perNetwork: 3 })
  const spend = (address: string | undefined) => counts.spend(address)
  expect([spend('203.0.113.1'), spend('203.0.113.1'), spend('203.0.113.1')]).toEqual([true, true, false])
  expect([spend('203.0.113.2'), spend('203.0.113.3')]).toEqual([true, false])
  expect([spend('198.51.100.1'), spend(undefined)]).toEqual([true, true])
  now += 60_000
  expect(spend('203.0.113.1')).toBe(true)
})

test('a refund can be spent again', () => {
  const counts = createMinuteCounts({ now: () => 0 }, { perAddress: 1, perNetwork: 9 })
  expect(counts.spend('203.0.113.1')).toBe(true)
  counts.refund('203.0.113.1')
  expect([counts.spend('203.0.113.1'), counts.spend('203.0.113.1')]).toEqual([true, false])
})

test('100,000 owners are counted one by one, further ones together', () => {
  const counts = createMinuteCounts({ now: () => 0 }, { perAddress: 1, perNetwork: 2 })
  const address = (place: number) => `${10 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}.1`
  expect(Array.from({ length: 50_000 }, (_, place) => counts.spend(address(place))).every(Boolean)).toBe(true)
  const beyond = [60_000, 60_001, 60_002].map((place) => counts.spend(address(place)))
  expect(beyond).toEqual([true, true, false])
})
