import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSaved, type SavedDonation } from './saved-donation.ts'

const REFERENCE = 'So11111111111111111111111111111111111111112'
const SAVED: SavedDonation = {
  draft: { username: 'Ann', xAccount: '@ann', amount: '0.5', txHash: '' },
  intent: {
    id: 'a'.repeat(43),
    reference: REFERENCE,
    payment_url: `solana:${REFERENCE}?amount=0.5&reference=${REFERENCE}`,
  },
  savedAtMs: 1_000_000,
}
const MINUTE_MS = 60_000
const parse = (change: object, nowMs = SAVED.savedAtMs) =>
  parseSaved(JSON.stringify({ ...SAVED, ...change }), nowMs)

test('a saved donation is restored for an hour, but not from the future', () => {
  expect(parse({})).toEqual(SAVED)
  expect(parse({}, SAVED.savedAtMs + 59 * MINUTE_MS)).toEqual(SAVED)
  expect(parse({}, SAVED.savedAtMs + 60 * MINUTE_MS)).toBeUndefined()
  expect(parse({}, SAVED.savedAtMs - 1)).toBeUndefined()
})

test('an invalid intent is dropped, and the draft stays', () => {
  for (const intent of [
    undefined,
    null,
    'a',
    { ...SAVED.intent, id: '../../x' },
    { ...SAVED.intent, reference: 'not base58 0OIl' },
    { ...SAVED.intent, payment_url: 'javascript:alert(1)' },
    { ...SAVED.intent, payment_url: 'solana:somewhere-else?amount=5' },
    { ...SAVED.intent, payment_url: `solana:${REFERENCE}${'x'.repeat(1_000)}` },
  ])
    expect(parse({ intent })).toEqual({ ...SAVED, intent: undefined })
})

test.each([
  { draft: undefined },
  { draft: { ...SAVED.draft, username: 7 } },
  { draft: { ...SAVED.draft, txHash: 'x'.repeat(301) } },
  { draft: { ...SAVED.draft, username: 'x'.repeat(81) } },
  { savedAtMs: 'now' },
])('%j is dropped', (change) => {
  expect(parse(change)).toBeUndefined()
})

test('reading never throws, whatever the storage holds', () => {
  expect(parseSaved(null, 0)).toBeUndefined()
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => parseSaved(text, 0) === undefined))
})
