import { expect, test } from 'vitest'
import { languageCookie } from './choose-language.ts'
import { languageFromCookie } from './contract.ts'

test.each([
  [false, 'lang=de; Path=/; Max-Age=31536000; SameSite=Lax'],
  [true, '__Host-lang=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
])('over TLS (%s) the language is remembered as %s', (isSecure, expected) => {
  const cookie = languageCookie('de', isSecure)
  expect(cookie).toBe(expected)
  expect(languageFromCookie(cookie.split(';')[0])).toBe('de')
})
