import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSol } from '../contract.ts'
import { findAmountFault, readPastedAmount } from './amount-text.ts'

test.each([
  ['0.001', undefined],
  ['0,5', undefined],
  ['1000000', undefined],
  ['0', 'amountUnfit'],
  ['0.000', 'amountUnfit'],
  ['-1', 'amountUnfit'],
  ['e', 'amountUnfit'],
  ['0.0000000001', 'amountUnfit'],
  ['0.0009', 'amountTooSmall'],
  ['0.000000001', 'amountTooSmall'],
  ['1000000.000000001', 'amountTooLarge'],
  ['999999999999', 'amountTooLarge'],
  ['99999999999999999999', 'amountTooLarge'],
])('the amount %s: %s', (amount, fault) => {
  expect(findAmountFault(amount)).toBe(fault)
})

test.each([
  ['0,5', '0.5'],
  [' 0,5 SOL\n', '0.5'],
  ['◎1.25', '1.25'],
  ['.5', '.5'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1\u202f234,5', '1234.5'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1,234,567.8', '1234567.8'],
  ['12', '12'],
])('%j is pasted as %s', (text, amount) => {
  expect(readPastedAmount(text)).toBe(amount)
})

test.each(['', 'SOL', '-1', '1e3', '1,2.3,4', 'half', '.'])('%j is not pasted as an amount', (text) => {
  expect(readPastedAmount(text)).toBeUndefined()
})

test('a pasted lamport amount reads the same with a point or a comma', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999 }), fc.nat({ max: 999_999_999 }), (whole, fraction) => {
      const decimals = String(fraction).padStart(9, '0')
      const [point, comma] = [`${whole}.${decimals}`, `${whole},${decimals}`].map((text) =>
        readPastedAmount(text),
      )
      expect(comma).toBe(point)
      expect(parseSol(comma ?? '')).toBe(BigInt(whole) * 1_000_000_000n + BigInt(fraction))
    }),
  )
})
