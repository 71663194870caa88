import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../../tests/support/site/test-environment.ts'
import { LANGUAGES } from '../../features/i18n/contract.ts'
import { formatCompact, formatDecimal, formatNumber } from './format-number.ts'

const { seed } = testEnvironment
const language = fc.constantFrom(...LANGUAGES)
const LAMPORTS_PER_SOL = 1e9
const MAX_COUNT = 1e12

/** Every power of ten up to the largest number, so that short numbers are as frequent as long ones. */
const whole = fc
  .integer({ min: 0, max: 12 })
  .chain((zeros) => fc.integer({ min: 0, max: Math.min(10 ** zeros * 10, MAX_COUNT) }))
const lamports = fc.oneof(whole, fc.maxSafeNat())

function expectAsIntl(
  values: fc.Arbitrary<number>,
  format: (language: string, value: number) => string,
  options: Intl.NumberFormatOptions,
): void {
  const asIntl = (language: string, value: number) => new Intl.NumberFormat(language, options).format(value)
  fc.assert(
    fc.property(language, values, (language, value) => {
      expect(format(language, value)).toBe(asIntl(language, value).replace('K', 'k'))
    }),
    { seed, numRuns: 3_000 },
  )
}

test(`counts are written as Intl writes them (TEST_SEED=${seed})`, () => {
  expectAsIntl(
    fc.oneof(
      whole,
      whole.filter((count) => count > 0).map((count) => -count),
    ),
    formatNumber,
    {},
  )
})

test.each([
  [0, 9],
  [4, 4],
  [0, 3],
  [2, 2],
  [0, 0],
])(
  `any sum of lamports with %i to %i decimals is written as Intl writes it (TEST_SEED=${seed})`,
  (least, most) => {
    expectAsIntl(
      lamports.map((sum) => sum / LAMPORTS_PER_SOL),
      (language, value) => formatDecimal(language, value, least, most),
      { minimumFractionDigits: least, maximumFractionDigits: most },
    )
  },
)

test(`any number, also one between two lamports, is written as Intl writes it (TEST_SEED=${seed})`, () => {
  expectAsIntl(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: Number.MIN_VALUE }),
    (language, value) => formatDecimal(language, value, 0, 4),
    { maximumFractionDigits: 4 },
  )
})

test(`brief numbers are written as Intl writes them (TEST_SEED=${seed})`, () => {
  expectAsIntl(whole, formatCompact, { notation: 'compact' })
})

const EDGES = [10, 1e3, 9_950, 1e4, 1e5, 1e6, 9.95e6, 1e7, 1e8, 1e9, 9.95e9, 1e10, 1e11, 1e12]

test(`brief numbers around the next unit are written as Intl writes them (TEST_SEED=${seed})`, () => {
  const near = fc.tuple(
    fc.constantFrom(...EDGES),
    fc.constantFrom(1, 0.5, 0.1, 0.05, 0.01),
    fc.integer({ min: -2, max: 2 }),
  )
  const values = near.map(([edge, part, off]) => Math.max(0, edge - Math.floor((edge * part) / 1_000) + off))
  expectAsIntl(values, formatCompact, { notation: 'compact' })
})

test('a half is rounded by the digits that one sees', () => {
  expect(formatDecimal('en', 1.00005, 4, 4)).toBe('1.0001')
  expect(formatDecimal('en', 0.00005, 4, 4)).toBe('0.0001')
  expect(formatDecimal('en', 0.000049999, 4, 4)).toBe('0.0000')
})

test('what is no number is shown as such', () => {
  expect(formatNumber('de', Number.NaN)).toBe('NaN')
})

test('another language is written as English', () => {
  expect(formatNumber('it', 1_234.5)).toBe('1,234.5')
})
