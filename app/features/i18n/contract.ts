export const LANGUAGES = ['en', 'es', 'fr', 'de', 'ru', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'en'

export const LANGUAGE_COOKIE_NAME = 'lang'
/** Browsers accept this prefix only over TLS and only from this very host. */
export const SECURE_LANGUAGE_COOKIE_NAME = '__Host-lang'
const COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/
const SECURE_COOKIE = /(?:^|;\s*)__Host-lang=([a-z]{2})(?:;|$)/

/** In an address: `/npc1?lang=de`. */
const LANGUAGE_PARAMETER = 'lang'
const PARAMETER = new RegExp(`(?:^|[?&])${LANGUAGE_PARAMETER}=([a-z]{2})(?:&|$)`)

/** The address wins over the cookie. */
export function readLanguage(query: string | undefined, cookie: string | undefined): Language {
  return languageFromQuery(query) ?? languageFromCookie(cookie)
}

export function languageFromCookie(cookie: string | undefined | null): Language {
  const code = cookie ? (SECURE_COOKIE.exec(cookie) ?? COOKIE.exec(cookie))?.[1] : undefined
  return findLanguage(code) ?? DEFAULT_LANGUAGE
}

export function languageFromQuery(query: string | undefined): Language | undefined {
  return query ? findLanguage(PARAMETER.exec(query)?.[1]) : undefined
}

export function findLanguage(code: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code)
}

/** The default language has the plain address. */
export function addressIn(language: Language, path: string): string {
  return language === DEFAULT_LANGUAGE ? path : `${path}?${LANGUAGE_PARAMETER}=${language}`
}

/** The same query, with its language replaced. */
export function queryIn(language: string, query: string): string {
  return query.replace(PARAMETER, (part, code: string) => part.replace(`=${code}`, `=${language}`))
}
