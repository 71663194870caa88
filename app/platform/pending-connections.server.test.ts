import { expect, test } from 'vitest'
import { createPendingConnections } from './pending-connections.server.ts'

const LIMITS = { perAddress: 2, perNetwork: 4, total: 6, totalBytes: 1_000 }

function opening(limits = LIMITS) {
  const pending = createPendingConnections(limits)
  const closed: string[] = []
  const open = (address: string | undefined, name = address ?? '') =>
    pending.open(address, () => closed.push(name))
  return { open, closed }
}

test('an address has so many connections without a key, and one more when one is over', () => {
  const { open, closed } = opening()
  const first = open('203.0.113.1')
  expect(open('::ffff:203.0.113.1')).toBeDefined()
  expect(open('203.0.113.1')).toBeUndefined()
  expect(open('203.0.113.2')).toBeDefined()
  first?.release()
  first?.release()
  expect(open('203.0.113.1')).toBeDefined()
  expect(open('203.0.113.1')).toBeUndefined()
  expect(closed).toEqual([])
})

test.each([
  ['an IPv4 /24', (host: number) => `203.0.113.${host}`],
  ['an IPv6 /48', (host: number) => `2001:db8:1:${host}::1`],
])('%s has so many for all of its addresses', (_, address) => {
  const { open } = opening()
  for (let host = 1; host <= LIMITS.perNetwork; host += 1) expect(open(address(host))).toBeDefined()
  expect(open(address(99))).toBeUndefined()
  expect(open('198.51.100.1')).toBeDefined()
})

test('connections without an address share one allowance', () => {
  const { open } = opening()
  expect([open(undefined), open(undefined), open(undefined)].map(Boolean)).toEqual([true, true, false])
})

test('when all room is taken the connection that waits longest is closed, never the newest', () => {
  const { open, closed } = opening()
  for (let network = 1; network <= LIMITS.total + 2; network += 1) open(`10.0.${network}.1`)
  expect(closed).toEqual(['10.0.1.1', '10.0.2.1'])
})

test('bytes of all connections together are bounded, and those of closed ones are free again', () => {
  const { open, closed } = opening()
  const [first, second, third] = ['10.0.1.1', '10.0.2.1', '10.0.3.1'].map((address) => open(address))
  first?.addBytes(600)
  second?.addBytes(300)
  third?.addBytes(100)
  expect(closed).toEqual([])
  third?.addBytes(1)
  expect(closed).toEqual(['10.0.1.1'])
  second?.release()
  third?.addBytes(899)
  expect(closed).toEqual(['10.0.1.1'])
  third?.addBytes(1)
  expect(closed).toEqual(['10.0.1.1', '10.0.3.1'])
})
