import { expect, test } from 'vitest'
import { LAMPORTS_PER_SOL, parseSol, toSol } from './contract.ts'

test.each<[string | number, bigint]>([
  ['0.001', 1_000_000n],
  ['1', LAMPORTS_PER_SOL],
  ['.5', 500_000_000n],
  ['0,25', 250_000_000n],
  ['0.100000000', 100_000_000n],
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
  1.00000000001,
])('%j is no amount', (amount) => {
  expect(parseSol(amount)).toBeUndefined()
})

test('every step of the form comes back as it was typed', () => {
  for (let step = 1; step <= 5_000; step += 1) {
    const typed = (step / 1000).toFixed(3)
    expect(parseSol(typed)).toBe(BigInt(step) * 1_000_000n)
    expect(toSol(BigInt(step) * 1_000_000n)).toBe(Number(typed))
  }
})
