import { expect, test } from 'vitest'
import { fill, formatNumber, plural } from './messages.tsx'

const RUSSIAN = { one: '{count} гость', few: '{count} гостя', many: '{count} гостей', other: '{count} гостя' }

test.each([
  [1, '1 гость'],
  [3, '3 гостя'],
  [5, '5 гостей'],
  [21, '21 гость'],
])('%i in Russian is %s', (count, text) => {
  expect(plural('ru', RUSSIAN, count)).toBe(text)
})

test('a form that a language lacks is the other one', () => {
  expect(plural('zh', { other: '{count} 人' }, 1)).toBe('1 人')
})

test('places are filled, unknown ones stay visible', () => {
  expect(fill('Like {name} {what}', { name: 'Ann' })).toBe('Like Ann {what}')
})

test('numbers are written as the reader writes them', () => {
  expect(formatNumber('en', 1234567)).toBe('1,234,567')
  expect(formatNumber('de', 1234567)).toBe('1.234.567')
})
