import { expect, test } from 'vitest'
import { LANGUAGES } from '../../features/i18n/contract.ts'
import { describeProblem } from './problem.ts'

test.each([400, 404, 405, 408, 409, 413, 414, 415, 418, 422, 429, 431, 500, 503])(
  'the usual sentence of a %i is different in every language',
  (status) => {
    const sentences = LANGUAGES.map((language) => describeProblem(status, { language }).detail)
    expect(new Set(sentences).size).toBe(LANGUAGES.length)
  },
)
