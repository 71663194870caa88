export const LANGUAGES = ['en', 'es', 'fr', 'de', 'ru', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'en'

export const LANGUAGE_COOKIE_NAME = 'lang'
const LANGUAGE_COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE_NAME}=([a-z]{2})(?:;|$)`)

export function languageFromCookie(cookie: string | undefined | null): Language {
  const asked = cookie ? LANGUAGE_COOKIE.exec(cookie)?.[1] : undefined
  return LANGUAGES.find((language) => language === asked) ?? DEFAULT_LANGUAGE
}
