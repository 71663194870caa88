import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAddress } from './mask-address.server.ts'

const password = fc
  .string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 40 })
  .map((text) => `SECRET${text}SECRET`)
const scheme = fc.constantFrom('postgres://', 'postgres:/', 'postgres//', 'https://', 'htp://', '')
const shown = fc.constantFrom('parts' as const, 'host' as const)

test('no part of a password is ever shown, whatever characters it has', () => {
  fc.assert(
    fc.property(scheme, password, shown, (begin, secret, what) => {
      expect(maskAddress(`${begin}user:${secret}@host.example:5432/db`, what)).not.toContain('SECRET')
    }),
  )
})

test('no key in the path or the query of an RPC address is ever shown', () => {
  fc.assert(
    fc.property(
      scheme,
      fc.constantFrom('/', '/v2/', '/?api-key=', '?key=', '#'),
      password,
      (begin, middle, key) => {
        expect(maskAddress(`${begin}rpc.example.com${middle}${key}`, 'host')).not.toContain('SECRET')
      },
    ),
  )
})

test.each([
  ['postgres://u:pw@h:5432/d?sslmode=require', 'parts', 'postgres://u:***@h:5432/d'],
  ['postgres://u:a/b?c#d@h/d', 'parts', 'postgres://u:***@h/d'],
  ['postgres://[::1]:5432/d', 'parts', 'postgres://[::1]:5432/d'],
  ['postgres://u:pw', 'parts', 'postgres://***'],
  ['https://KEY@rpc.example.com', 'host', 'https://***@rpc.example.com'],
  ['localhost:8899', 'host', 'localhost:8899'],
  ['0123456789abcdef0123456789abcdef', 'host', '***'],
  ["dbname=npc password='a b=c'", 'parts', 'dbname=*** password=***'],
] as const)('%s is masked', (text, what, masked) => {
  expect(maskAddress(text, what)).toBe(masked)
})
