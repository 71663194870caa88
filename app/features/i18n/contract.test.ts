import { expect, test } from 'vitest'
import { addressIn, languageFromCookie, languageFromQuery, queryIn, readLanguage } from './contract.ts'

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

test.each([
  [undefined, undefined],
  ['', undefined],
  ['lang=de', 'de'],
  ['?lang=de', 'de'],
  ['a=1&lang=ru&b=2', 'ru'],
  ['lang=xx', undefined],
  ['lang=DE', undefined],
  ['lang=de%0d%0a', undefined],
  ['lang=deutsch', undefined],
  ['slang=de', undefined],
  ['lang=xx&lang=de', undefined],
])('the query %s asks for %s', (query, expected) => {
  expect(languageFromQuery(query)).toBe(expected)
})

test('the address wins over the cookie, unless it asks for a language that we do not speak', () => {
  expect(readLanguage('lang=fr', 'lang=de')).toBe('fr')
  expect(readLanguage('lang=en', 'lang=de')).toBe('en')
  expect(readLanguage('lang=xx', 'lang=de')).toBe('de')
  expect(readLanguage(undefined, 'lang=de')).toBe('de')
})

test('a page has an address per language, and English has the plain one', () => {
  expect(addressIn('en', '/npc1')).toBe('/npc1')
  expect(addressIn('zh', '/npc1')).toBe('/npc1?lang=zh')
  expect(queryIn('fr', '?a=de&lang=de&b=1')).toBe('?a=de&lang=fr&b=1')
})
