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
  ['__Host-lang=fr', 'fr'],
  ['lang=de; __Host-lang=fr', 'fr'],
  ['__Host-lang=fr; lang=de', 'fr'],
])('the cookie %s means %s', (cookie, expected) => {
  expect(languageFromCookie(cookie)).toBe(expected)
})
