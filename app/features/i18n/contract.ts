export const LANGUAGES = ['en', 'es', 'fr', 'de', 'ru', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'en'

export const LANGUAGE_COOKIE_NAME = 'lang'
/** Browsers take this name over TLS only, and from no other host of the domain. */
export const SECURE_LANGUAGE_COOKIE_NAME = '__Host-lang'
const COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/
const SECURE_COOKIE = /(?:^|;\s*)__Host-lang=([a-z]{2})(?:;|$)/

export function languageFromCookie(cookie: string | undefined | null): Language {
  const asked = cookie ? (SECURE_COOKIE.exec(cookie) ?? COOKIE.exec(cookie))?.[1] : undefined
  return LANGUAGES.find((language) => language === asked) ?? DEFAULT_LANGUAGE
}
