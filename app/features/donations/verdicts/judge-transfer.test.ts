import { expect, test } from 'vitest'
import {
  type ChainTransaction,
  judgeTransfer,
  NEVER_ABSENT,
  NOT_FOUND_AFTER_CHECKS,
  NOT_FOUND_AFTER_MS,
  type Sighting,
} from './judge-transfer.ts'

const DONOR = 'donor'
const RECIPIENT = 'recipient'
const QUESTION = { recipient: RECIPIENT, isListed: false, absence: NEVER_ABSENT }

const PAID: ChainTransaction = {
  hasFailed: false,
  payer: DONOR,
  accounts: [DONOR, RECIPIENT, 'system'],
  signerCount: 1,
  balancesBefore: [10_000_000_000n, 5n, 1n],
  balancesAfter: [9_499_995_000n, 500_000_005n, 1n],
  paidAtMs: 0,
  slot: 7n,
}

function seen(change: Partial<ChainTransaction> = {}): Sighting {
  return { at: 'finalized', transaction: { ...PAID, ...change } }
}

test('the amount is what the address gained, whatever the donor typed', () => {
  expect(judgeTransfer(seen(), QUESTION)).toEqual({
    status: 'verified',
    lamports: 500_000_000n,
    transaction: PAID,
  })
})

test.each<[string, Sighting]>([
  ['rpc_unavailable', { at: 'unavailable' }],
  ['rpc_rate_limited', { at: 'rate_limited' }],
  ['unsupported_transaction_version', { at: 'unsupported_version' }],
  ['not_found_yet', { at: 'nowhere' }],
  ['below_commitment', { at: 'below_commitment' }],
  ['meta_missing', { at: 'finalized', transaction: undefined }],
  ['meta_missing', seen({ balancesAfter: [1n] })],
  ['meta_missing', seen({ balancesBefore: [1n] })],
  ['rpc_returned_forged_message', { at: 'forged' }],
])('pending: %s', (reason, sighting) => {
  expect(judgeTransfer(sighting, QUESTION)).toEqual({ status: 'pending', reason })
})

test.each<[string, Sighting]>([
  ['failed_on_chain', seen({ hasFailed: true })],
  ['recipient_not_in_transaction', seen({ accounts: [DONOR, 'somebody', 'system'] })],
  ['signed_by_recipient', seen({ signerCount: 2 })],
  ['signed_by_recipient', seen({ accounts: [RECIPIENT, DONOR, 'system'] })],
  ['nothing_received', seen({ balancesAfter: [9n, 5n, 1n] })],
  ['nothing_received', seen({ balancesAfter: [9n, 4n, 1n] })],
  ['below_minimum', seen({ balancesAfter: [9n, 1_000_004n, 1n] })],
])('rejected: %s', (reason, sighting) => {
  expect(judgeTransfer(sighting, QUESTION)).toEqual({ status: 'rejected', reason })
})

test('0.001 SOL is the minimum', () => {
  const sighting = seen({ balancesAfter: [9n, 1_000_005n, 1n] })
  expect(judgeTransfer(sighting, QUESTION)).toMatchObject({ status: 'verified', lamports: 1_000_000n })
})

test('a transaction that no RPC has is rejected after three checks over three minutes, not before', () => {
  const after = (checks: number, ms: number) =>
    judgeTransfer({ at: 'nowhere' }, { ...QUESTION, absence: { checks, ms } })
  expect(after(1_000, NOT_FOUND_AFTER_MS - 1)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  expect(after(NOT_FOUND_AFTER_CHECKS - 1, 3_600_000)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  expect(after(NOT_FOUND_AFTER_CHECKS, NOT_FOUND_AFTER_MS)).toEqual({
    status: 'rejected',
    reason: 'not_found',
  })
})

test('a transaction that an RPC listed for the address is never rejected as "not found" or without the address', () => {
  const question = { ...QUESTION, isListed: true, absence: { checks: 1_000, ms: 3_600_000 } }
  expect(judgeTransfer({ at: 'nowhere' }, question)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  const elsewhere = seen({ accounts: [DONOR, 'somebody', 'system'] })
  expect(judgeTransfer(elsewhere, question)).toEqual({ status: 'pending', reason: 'meta_missing' })
})

test('Retry-After is passed on', () => {
  expect(judgeTransfer({ at: 'rate_limited', retryAfterMs: 7_000 }, QUESTION)).toMatchObject({
    retryAfterMs: 7_000,
  })
})

test('"not found" takes three minutes', () => {
  expect(NOT_FOUND_AFTER_MS).toBe(180_000)
})
