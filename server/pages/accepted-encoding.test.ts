import { expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.0, gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['deflate, gzip', 'gzip'],
  ['brotli', 'identity'],
  ['x-br', 'identity'],
  ['BR;Q=0, gzip ; q = 0', 'identity'],
  ['GZIP', 'gzip'],
])('%s is answered with %s', (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected)
})
