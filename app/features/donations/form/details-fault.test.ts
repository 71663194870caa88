import { expect, test } from 'vitest'
import { fieldOf, findDetailsFault } from './details-fault.ts'
import { donorOf } from './donation-draft.ts'

const TYPED = { username: 'Ann', xAccount: '', amount: '0.5', txHash: '' }

test.each([
  [{}, undefined],
  [{ xAccount: ' https://x.com/ann ' }, undefined],
  [{ username: 'Ann \u00a0 Lee' }, undefined],
  [{ username: ' ' }, 'usernameNeeded'],
  [{ amount: '' }, 'amountNeeded'],
  [{ username: '', amount: '0' }, 'usernameNeeded'],
  [{ username: '\u3164', amount: '' }, 'amountNeeded'],
  [{ amount: '0.0001' }, 'amountTooSmall'],
  [{ amount: '1000001' }, 'amountTooLarge'],
  [{ amount: '-1' }, 'amountUnfit'],
  [{ username: '\u3164' }, 'usernameInvisible'],
  [{ username: 'a'.repeat(41) }, 'usernameLong'],
  [{ xAccount: 'ann lee' }, 'xAccountUnfit'],
])('%j: %s', (change, words) => {
  expect(findDetailsFault({ ...TYPED, ...change })?.words).toBe(words)
})

test('an amount that is not a number is invalid, not missing', () => {
  expect(findDetailsFault({ ...TYPED, amount: '' }, true)?.words).toBe('amountUnfit')
})

test('a problem code from the server names its field', () => {
  expect(['username_marks', 'x_account_form', 'amount_invalid', 'usernames', undefined].map(fieldOf)).toEqual(
    ['username', 'xAccount', 'amount', undefined, undefined],
  )
})

test('the request is tidied: single spaces, the bare handle, a number', () => {
  expect(donorOf({ ...TYPED, username: ' Ann\u3000 Lee', xAccount: 'x.com/ann', amount: '0,5' })).toEqual({
    username: 'Ann Lee',
    x_account: 'ann',
    amount: 0.5,
  })
})
