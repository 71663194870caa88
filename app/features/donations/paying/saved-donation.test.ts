import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KeptDonation, parseKept } from './saved-donation.ts'

const REFERENCE = 'So11111111111111111111111111111111111111112'
const KEPT: KeptDonation = {
  typed: { username: 'Ann', xAccount: '@ann', amount: '0.5', txHash: '' },
  intent: {
    id: 'a'.repeat(43),
    reference: REFERENCE,
    payment_url: `solana:${REFERENCE}?amount=0.5&reference=${REFERENCE}`,
  },
  keptAtMs: 1_000_000,
}
const MINUTE_MS = 60_000
const parse = (change: object, nowMs = KEPT.keptAtMs) =>
  parseKept(JSON.stringify({ ...KEPT, ...change }), nowMs)

test('what was kept comes back for an hour, and not from the future', () => {
  expect(parse({})).toEqual(KEPT)
  expect(parse({}, KEPT.keptAtMs + 59 * MINUTE_MS)).toEqual(KEPT)
  expect(parse({}, KEPT.keptAtMs + 60 * MINUTE_MS)).toBeUndefined()
  expect(parse({}, KEPT.keptAtMs - 1)).toBeUndefined()
})

test('an intent that is none is left out, and what was typed stays', () => {
  for (const intent of [
    undefined,
    null,
    'a',
    { ...KEPT.intent, id: '../../x' },
    { ...KEPT.intent, reference: 'not base58 0OIl' },
    { ...KEPT.intent, payment_url: 'javascript:alert(1)' },
    { ...KEPT.intent, payment_url: 'solana:somewhere-else?amount=5' },
    { ...KEPT.intent, payment_url: `solana:${REFERENCE}${'x'.repeat(1_000)}` },
  ])
    expect(parse({ intent })).toEqual({ ...KEPT, intent: undefined })
})

test.each([
  { typed: undefined },
  { typed: { ...KEPT.typed, username: 7 } },
  { typed: { ...KEPT.typed, txHash: 'x'.repeat(301) } },
  { typed: { ...KEPT.typed, username: 'x'.repeat(81) } },
  { keptAtMs: 'now' },
])('%j is dropped', (change) => {
  expect(parse(change)).toBeUndefined()
})

test('whatever is in the storage, reading it does not throw', () => {
  expect(parseKept(null, 0)).toBeUndefined()
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => parseKept(text, 0) === undefined))
})
