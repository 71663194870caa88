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

test('a connection above the limit of its address closes the oldest of that address', () => {
  const { open, closed } = opening()
  const first = open('203.0.113.1', 'first')
  open('::ffff:203.0.113.1', 'second')
  open('203.0.113.2', 'neighbour')
  expect(closed).toEqual([])
  open('203.0.113.1', 'third')
  expect(closed).toEqual(['first'])
  first.release()
  open('203.0.113.1', 'fourth')
  expect(closed).toEqual(['first', 'second'])
})

test('a released connection makes room', () => {
  const { open, closed } = opening()
  const first = open('203.0.113.1')
  open('203.0.113.1')
  first.release()
  first.release()
  open('203.0.113.1')
  expect(closed).toEqual([])
})

test.each([
  ['an IPv4 /24', (host: number) => `203.0.113.${host}`],
  ['an IPv6 /48', (host: number) => `2001:db8:1:${host}::1`],
])('the addresses of %s share a limit', (_, address) => {
  const { open, closed } = opening()
  for (let host = 1; host <= LIMITS.perNetwork; host += 1) open(address(host))
  open('198.51.100.1')
  expect(closed).toEqual([])
  open(address(99))
  expect(closed).toEqual([address(1)])
})

test('connections without an address share one allowance', () => {
  const { open, closed } = opening()
  for (const name of ['first', 'second', 'third']) open(undefined, name)
  expect(closed).toEqual(['first'])
})

test('at the total limit the oldest connection is closed, never the newest', () => {
  const { open, closed } = opening()
  for (let network = 1; network <= LIMITS.total + 2; network += 1) open(`10.0.${network}.1`)
  expect(closed).toEqual(['10.0.1.1', '10.0.2.1'])
})

test('the bytes of all connections are limited, and closed connections free theirs', () => {
  const { open, closed } = opening()
  const [first, second, third] = [open('10.0.1.1'), open('10.0.2.1'), open('10.0.3.1')]
  first.addBytes(600)
  second.addBytes(300)
  third.addBytes(100)
  expect(closed).toEqual([])
  third.addBytes(1)
  expect(closed).toEqual(['10.0.1.1'])
  second.release()
  third.addBytes(899)
  expect(closed).toEqual(['10.0.1.1'])
  third.addBytes(1)
  expect(closed).toEqual(['10.0.1.1', '10.0.3.1'])
})
