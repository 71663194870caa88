import { expect, test } from 'vitest'
import { householdOf, networkOf, visitorKey } from './visitor-address.server.ts'

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
