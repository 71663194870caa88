import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { parseBody } from '../../platform/http/parse-body.server.ts'
import { LANGUAGES } from '../i18n/contract.ts'
import { createDonationSchema, createIntentSchema } from './donation-requests.server.ts'
import { DONATIONS_PROBLEMS } from './problems.server.ts'

const DONATION = { username: ' Ann ', x_account: '@ann', amount: 0.5, tx_hash: 'hash' }

function problemOf(schema: v.GenericSchema, change: object): HttpProblem | undefined {
  try {
    parseBody(schema, { ...DONATION, ...change }, DONATIONS_PROBLEMS)
    return undefined
  } catch (error) {
    if (error instanceof HttpProblem) return error
    throw error
  }
}

test('names are trimmed, handles lose an @ or the link around them, an empty handle is null', () => {
  expect(parseBody(createDonationSchema, DONATION, DONATIONS_PROBLEMS)).toMatchObject({
    username: 'Ann',
    x_account: 'ann',
    amount: 500_000_000n,
  })
  expect(
    parseBody(createDonationSchema, { ...DONATION, x_account: 'https://x.com/ann' }, DONATIONS_PROBLEMS)
      .x_account,
  ).toBe('ann')
  for (const x_account of [undefined, null, '', ' @ '])
    expect(
      parseBody(createDonationSchema, { ...DONATION, x_account }, DONATIONS_PROBLEMS).x_account,
    ).toBeNull()
})

const RULES: [string, object][] = [
  ['username_length', { username: '' }],
  ['username_length', { username: '   ' }],
  ['username_length', { username: 'a'.repeat(41) }],
  ['username_spaces', { username: 'a\u00a0b' }],
  ['username_marks', { username: `a${'\u0301'.repeat(39)}` }],
  ['username_invisible', { username: '\u3164' }],
  ['username_invisible', { username: 'Anonymous\u{e0041}' }],
  ['username_invisible', { username: 'An\u00adn' }],
  ['username_invisible', { username: '\u2800' }],
  ['x_account_form', { x_account: 'a\u2066b' }],
  ['x_account_form', { x_account: 'a'.repeat(16) }],
  ['amount_invalid', { amount: 0 }],
  ['amount_invalid', { amount: -1 }],
  ['amount_invalid', { amount: 'SOL' }],
  ['amount_invalid', { amount: '0.0000000001' }],
  ['amount_above_maximum', { amount: 1_000_001 }],
]

test.each(RULES)('%s: %j is rejected with a sentence in six languages', (code, change) => {
  for (const schema of [createIntentSchema, createDonationSchema]) {
    const problem = problemOf(schema, change)
    expect(problem).toMatchObject({ statusCode: 422, code })
    expect(new Set(LANGUAGES.map((language) => problem?.detail?.[language])).size).toBe(LANGUAGES.length)
  }
})

test('an intent needs 0.001 SOL, a claim may name less', () => {
  for (const amount of [0.0009, '0.000999999', 1e-9]) {
    expect(problemOf(createIntentSchema, { amount })).toMatchObject({
      statusCode: 422,
      code: 'amount_below_minimum',
      message: 'The smallest donation is 0.001 SOL.',
    })
    expect(problemOf(createDonationSchema, { amount })).toBeUndefined()
  }
  expect(problemOf(createIntentSchema, { amount: 0.001 })).toBeUndefined()
  expect(problemOf(createIntentSchema, { amount: 1_000_000 })).toBeUndefined()
})

test.each([{ amount: null }, { username: 7 }, { intent: 'short' }, { x_account: 7 }])(
  '%j is not a donation at all',
  (change) => {
    expect(problemOf(createDonationSchema, change)).toMatchObject({ statusCode: 400 })
  },
)
