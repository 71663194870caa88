import { getBase58Decoder } from '@solana/kit'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../tests/support/seeded-random.ts'
import { testEnvironment } from '../../../../tests/support/site/test-environment.ts'
import { findTxHash } from './find-tx-hash.ts'
import { parseTxHash } from './parse-tx-hash.server.ts'

const HASH = getBase58Decoder().decode(Uint8Array.from({ length: 64 }, (_, place) => (place * 37 + 11) % 256))
const { seed } = testEnvironment
const ZEROS = '1'.repeat(64)

test.each([
  ['on its own', HASH],
  ['with whitespace around it', `  ${HASH}\n`],
  ['in an explorer link', `https://explorer.solana.com/tx/${HASH}?cluster=devnet`],
  ['in another explorer link', `https://solscan.io/tx/${HASH}`],
  ['in a link without TLS', `http://explorer.example/tx/${HASH}`],
])('finds a hash %s, in the browser and on the server', (_, text) => {
  expect(findTxHash(text)).toBe(HASH)
  expect(parseTxHash(text)).toBe(HASH)
})

test('counts leading zeros as bytes', () => {
  expect(parseTxHash(ZEROS)).toBe(ZEROS)
})

test.each([
  '',
  ' ',
  'https://solscan.io/tx/abc',
  `see https://solscan.io/tx/${HASH}`,
  `0x${'ab'.repeat(32)}`,
  'So11111111111111111111111111111111111111112',
  HASH.slice(0, -10),
  `${HASH}1`,
  HASH.replace(/.$/, '0'),
  'z'.repeat(88),
  '1'.repeat(88),
  'l'.repeat(87),
  'é'.repeat(64),
  `javascript:${HASH}`,
])('finds no hash in %j', (text) => {
  expect(parseTxHash(text)).toBeUndefined()
})

test(`accepts any 64 bytes in base58 (TEST_SEED=${seed})`, () => {
  const random = seededRandom(seed)
  for (let run = 0; run < 500; run += 1) {
    const bytes = Uint8Array.from({ length: 64 }, (_, place) => (place < run % 5 ? 0 : random() * 256))
    const text = getBase58Decoder().decode(bytes)
    expect(parseTxHash(text)).toBe(text)
  }
})
