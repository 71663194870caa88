import { expect, test } from 'vitest'
import { limitConcurrent } from './concurrent-limits.server.ts'

test('an address may enter up to its limit, and again after leaving', () => {
  const limits = limitConcurrent({ perAddress: 2, perNetwork: 100 })
  const leave = limits.enter('203.0.113.1')
  expect(limits.enter('::ffff:203.0.113.1')).toBeDefined()
  expect(limits.enter('203.0.113.1')).toBeUndefined()
  leave?.()
  leave?.()
  expect(limits.enter('203.0.113.1')).toBeDefined()
  expect(limits.enter('203.0.113.1')).toBeUndefined()
})

test.each([
  ['a /24', ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'], '203.0.114.1'],
  ['a /48', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'], '2001:db8:2:1::1'],
])('the addresses of %s share a limit', (_, addresses, elsewhere) => {
  const limits = limitConcurrent({ perAddress: 2, perNetwork: 3 })
  expect(addresses.map((address) => limits.enter(address) !== undefined)).toEqual([true, true, true, false])
  expect(limits.enter(elsewhere)).toBeDefined()
})

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '', 'unknown'])(
  '%s has no limit',
  (address) => {
    const limits = limitConcurrent({ perAddress: 1, perNetwork: 1 })
    for (let times = 0; times < 5; times += 1) expect(limits.enter(address)).toBeDefined()
  },
)
