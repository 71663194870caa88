import { expect, test } from 'vitest'
import { bestSighting } from './best-sighting.ts'
import type { ChainTransaction, Sighting } from './judge-transfer.ts'

const WHOLE: Sighting = { at: 'finalized', transaction: {} as ChainTransaction }
const BARE: Sighting = { at: 'finalized', transaction: undefined }
const EARLY: Sighting = { at: 'below_commitment' }
const FORGED: Sighting = { at: 'forged' }
const UNSUPPORTED: Sighting = { at: 'unsupported_version' }
const DOWN: Sighting = { at: 'unavailable', retryAfterMs: 500 }
const LIMITED: Sighting = { at: 'rate_limited', retryAfterMs: 8_000 }
const NOWHERE: Sighting = { at: 'nowhere' }

test.each([[BARE], [EARLY], [FORGED], [UNSUPPORTED], [DOWN], [LIMITED], [NOWHERE]])(
  '%j does not hide a complete answer',
  (bad) => {
    expect(bestSighting([bad, WHOLE])).toBe(WHOLE)
    expect(bestSighting([WHOLE, bad])).toBe(WHOLE)
  },
)

test('a transaction that one RPC has seen is neither nowhere nor unavailable', () => {
  for (const seen of [BARE, EARLY, FORGED, UNSUPPORTED]) {
    expect(bestSighting([NOWHERE, seen])).toBe(seen)
    expect(bestSighting([DOWN, seen])).toBe(seen)
  }
})

test('"nowhere" takes every RPC', () => {
  expect(bestSighting([NOWHERE, NOWHERE])).toEqual(NOWHERE)
  expect(bestSighting([NOWHERE, DOWN])).toEqual(DOWN)
  expect(bestSighting([NOWHERE, LIMITED])).toEqual(LIMITED)
  expect(bestSighting([DOWN, LIMITED])).toEqual(DOWN)
})
