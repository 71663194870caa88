export const LANGUAGES = ['en', 'es', 'fr', 'de', 'ru', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'en'

export const LANGUAGE_COOKIE_NAME = 'lang'
/** Browsers accept this prefix only over TLS and only from this very host. */
export const SECURE_LANGUAGE_COOKIE_NAME = '__Host-lang'
const COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/
const SECURE_COOKIE = /(?:^|;\s*)__Host-lang=([a-z]{2})(?:;|$)/

export function languageFromCookie(cookie: string | undefined | null): Language {
  const code = cookie ? (SECURE_COOKIE.exec(cookie) ?? COOKIE.exec(cookie))?.[1] : undefined
  return LANGUAGES.find((language) => language === code) ?? DEFAULT_LANGUAGE
}
