import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../../tests/support/site/test-environment.ts'
import { LANGUAGES } from '../../features/i18n/contract.ts'
import { pluralForm } from './plural-form.ts'

const { seed } = testEnvironment

test.each(LANGUAGES)(`a count in %s takes the form that Intl gives it (TEST_SEED=${seed})`, (language) => {
  const rules = new Intl.PluralRules(language)
  function expectSame(count: number): void {
    expect(pluralForm(language, count), `${count}`).toBe(rules.select(count))
  }
  for (let count = 0; count <= 1_200; count += 1) expectSame(count)
  const millions = fc.integer({ min: 0, max: 1e6 }).map((count) => count * 1e6)
  fc.assert(fc.property(fc.oneof(millions, fc.integer({ min: 0, max: 1e12 })), expectSame), { seed })
})
