import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../../tests/support/site/test-environment.ts'
import { LANGUAGES } from '../i18n/contract.ts'
import { formatUsd } from './format-usd.ts'

const { seed } = testEnvironment

test(`prices are written as Intl writes them (TEST_SEED=${seed})`, () => {
  const language = fc.constantFrom(...LANGUAGES)
  const dollars = fc.integer({ min: 0, max: 1e9 })
  const cents = fc.integer({ min: 0, max: 1e9 }).map((count) => count / 100)
  fc.assert(
    fc.property(
      language,
      fc.oneof(dollars, cents, fc.double({ min: 0, max: 1e6, noNaN: true })),
      (language, usd) => {
        const format = new Intl.NumberFormat(language, {
          style: 'currency',
          currency: 'USD',
          currencyDisplay: 'narrowSymbol',
          maximumFractionDigits: Number.isInteger(usd) ? 0 : 2,
        })
        expect(formatUsd(language, usd)).toBe(format.format(usd))
      },
    ),
    { seed, numRuns: 2_000 },
  )
})
