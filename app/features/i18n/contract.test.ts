import { expect, test } from 'vitest'
import { languageFromCookie } from './contract.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['lang=de', 'de'],
  ['theme=dark; lang=ru', 'ru'],
  ['lang=zh; theme=dark', 'zh'],
  ['lang=xx', 'en'],
  ['lang=deutsch', 'en'],
  ['xlang=de', 'en'],
])('the cookie %s means %s', (cookie, expected) => {
  expect(languageFromCookie(cookie)).toBe(expected)
})
