import { expect, test } from 'vitest'
import { claimText, LAMPORTS_PER_SOL, MAX_LAMPORTS, parseSol, toSol, toSolText } from './contract.ts'

test.each<[string | number, bigint]>([
  ['0.001', 1_000_000n],
  ['1', LAMPORTS_PER_SOL],
  ['.5', 500_000_000n],
  ['0,25', 250_000_000n],
  ['0.100000000', 100_000_000n],
  ['0.00000000100000', 1n],
  [999_999_999_999, 999_999_999_999n * LAMPORTS_PER_SOL],
  ['0.000000001', 1n],
  [' 2.5 ', 2_500_000_000n],
  [0.1, 100_000_000n],
  [1e-9, 1n],
  [123456.789012345, 123_456_789_012_345n],
])('%j is %d lamports', (amount, lamports) => {
  expect(parseSol(amount)).toBe(lamports)
})

test.each<string | number>([
  '',
  '.',
  '-1',
  '1e3',
  '0x1',
  '1.0000000001',
  'SOL',
  '1 000',
  Number.NaN,
  Infinity,
  -1,
  1e30,
  1e12,
  '1.00000000010',
  1.00000000001,
])('%j is no amount', (amount) => {
  expect(parseSol(amount)).toBeUndefined()
})

test('a megabyte of zeros is read in one go, not once per zero', () => {
  const zeros = '0'.repeat(1024 * 1024)
  expect(parseSol(`0.${zeros}1`)).toBeUndefined()
  expect(parseSol(`0.5${zeros}`)).toBe(500_000_000n)
})

test('every step of the form converts to lamports and back exactly', () => {
  for (let step = 1; step <= 5_000; step += 1) {
    const typed = (step / 1000).toFixed(3)
    expect(parseSol(typed)).toBe(BigInt(step) * 1_000_000n)
    expect(toSol(BigInt(step) * 1_000_000n)).toBe(Number(typed))
  }
})

test.each<[bigint, string]>([
  [0n, '0'],
  [1n, '0.000000001'],
  [500_000_000n, '0.5'],
  [1_050_000_000n, '1.05'],
  [20n * LAMPORTS_PER_SOL, '20'],
  [123_456_789_012_345n, '123456.789012345'],
  [9_007_199_254_740_993n, '9007199.254740993'],
])('%d lamports are %s SOL, to the last digit', (lamports, text) => {
  expect(toSolText(lamports)).toBe(text)
})

test('a donation is a million SOL at most', () => {
  expect(MAX_LAMPORTS).toBe(1_000_000_000_000_000n)
})

test.each([
  ['ann', '@ann'],
  [null, 'none'],
])('a wallet signs site, payment, name, account, network and time (X account %s)', (xAccount, shown) => {
  const issuedAt = '2026-01-01T00:00:00.000Z'
  const claim = {
    domain: 'npc.example',
    network: 'devnet',
    txHash: 'hash',
    username: 'Ann',
    xAccount,
    issuedAt,
  } as const
  expect(
    claimText(claim),
  ).toBe(`npc.example asks you to confirm a donation. Signing costs nothing and moves no funds.

Transaction: hash
Name: Ann
X account: ${shown}
Network: devnet
Issued at: 2026-01-01T00:00:00.000Z`)
})
