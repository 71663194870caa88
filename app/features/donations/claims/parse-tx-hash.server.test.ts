import { getBase58Decoder } from '@solana/kit'
import { expect, test } from 'vitest'
import { parseTxHash } from './parse-tx-hash.server.ts'

const HASH = getBase58Decoder().decode(Uint8Array.from({ length: 64 }, (_, place) => (place * 37 + 11) % 256))
const ZEROS = '1'.repeat(64)

test.each([
  ['itself', HASH],
  ['with space around it', `  ${HASH}\n`],
  ['in an explorer link', `https://explorer.solana.com/tx/${HASH}?cluster=devnet`],
  ['in another explorer link', `https://solscan.io/tx/${HASH}`],
  ['in a link without TLS', `http://explorer.example/tx/${HASH}`],
])('a hash %s is found', (_, text) => {
  expect(parseTxHash(text)).toBe(HASH)
})

test('leading zeros count as bytes', () => {
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
])('%j is none', (text) => {
  expect(parseTxHash(text)).toBeUndefined()
})

test('every signature that base58 can write is taken', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const bytes = Uint8Array.from({ length: 64 }, (_, place) => (place < seed % 5 ? 0 : Math.random() * 256))
    const text = getBase58Decoder().decode(bytes)
    expect(parseTxHash(text)).toBe(text)
  }
})
