import { expect, test } from 'vitest'
import { findPayers } from './find-payers.ts'
import type { ChainTransaction } from './judge-transfer.ts'

function transaction(signers: [string, bigint, bigint][]): ChainTransaction {
  const all = [...signers, ['recipient', 0n, 500n] as const]
  return {
    hasFailed: false,
    accounts: all.map(([account]) => account),
    signerCount: signers.length,
    balancesBefore: all.map(([, before]) => before),
    balancesAfter: all.map(([, , after]) => after),
    paidAtMs: 0,
    slot: 1n,
  } as ChainTransaction
}

test('a fee payer that also paid the donation is a payer', () => {
  expect(findPayers(transaction([['donor', 1_000n, 495n]]), 500n)).toEqual(['donor'])
})

test('a relayer that only pays the fee is not a payer; the signer whose balance fell by the donation is', () => {
  const relayed = transaction([
    ['relayer', 1_000n, 995n],
    ['donor', 500n, 0n],
  ])
  expect(findPayers(relayed, 500n)).toEqual(['donor'])
})

test('neither an account that did not sign nor one that paid a lamport less is a payer', () => {
  const short = transaction([['donor', 499n, 0n]])
  expect(findPayers(short, 500n)).toEqual([])
  expect(findPayers({ ...short, signerCount: 0, balancesBefore: [999n, 0n] }, 500n)).toEqual([])
})
