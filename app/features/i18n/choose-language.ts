import { getJson } from '../../platform/browser/api-client.ts'
import type { Messages } from '../../platform/browser/messages.tsx'
import { LANGUAGE_COOKIE_NAME, SECURE_LANGUAGE_COOKIE_NAME } from './contract.ts'

const YEAR_S = 31_536_000

export function loadMessages(language: string): Promise<Messages> {
  return getJson(`/api/messages/${language}`)
}

/** The server reads the cookie at the next page load. */
export function rememberLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet
  document.cookie = languageCookie(language, location.protocol === 'https:')
}

export function languageCookie(language: string, isSecure: boolean): string {
  const attributes = `=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
  return isSecure
    ? `${SECURE_LANGUAGE_COOKIE_NAME}${attributes}; Secure`
    : `${LANGUAGE_COOKIE_NAME}${attributes}`
}

/**
 * Remembers the language of an address like `/npc1?lang=de`, before the visitor can follow a link. It runs as a script of its
 * own in the page, so it uses nothing from outside; the cookies have a `*` for the language.
 */
export function keepLanguageOfAddress(plainCookie: string, secureCookie: string): void {
  const language = document.documentElement.lang.slice(0, 2)
  if (new URLSearchParams(location.search).get('lang') !== language) return
  const cookie = location.protocol === 'https:' ? secureCookie : plainCookie
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet
  document.cookie = cookie.replace('*', language)
}
