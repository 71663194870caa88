import { expect, test } from 'vitest'
import { householdOf, isLoopback, networkKey, networkOf, visitorKey } from './visitor-address.server.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', undefined],
  ['', undefined],
  ['203.0.113.9:1234', '203.0.113.9'],
  ['[2001:db8:1:2::1]:1234', '2001:db8:1:2::/64'],
  ['203.0.113.9:x', undefined],
])('%s belongs to %s', (address, household) => {
  expect(householdOf(address)).toBe(household)
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['unknown', undefined],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('the key hides the address and depends on the secret', () => {
  const key = visitorKey('secret', '203.0.113.9')
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(visitorKey('secret', '::ffff:203.0.113.9')).toBe(key)
  expect(visitorKey('other', '203.0.113.9')).not.toBe(key)
  expect(visitorKey('secret', 'nonsense')).toBeUndefined()
})

test('addresses of one network share its key, which differs from the key of an address', () => {
  const key = networkKey('secret', '203.0.113.9')
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(networkKey('secret', '::ffff:203.0.113.200')).toBe(key)
  expect(networkKey('secret', '203.0.114.9')).not.toBe(key)
  expect(networkKey('other', '203.0.113.9')).not.toBe(key)
  expect(networkKey('secret', 'nonsense')).toBe(networkKey('secret', ''))
})

test.each([
  ['127.0.0.1', true],
  ['127.200.3.4', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['::', false],
  ['::2', false],
  ['1::1', false],
  ['::1:1', false],
  ['unknown', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})
