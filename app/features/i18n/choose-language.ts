import { getJson } from '../../platform/browser/api-client.ts'
import type { Messages } from '../../platform/browser/messages.tsx'
import { LANGUAGE_COOKIE_NAME, SECURE_LANGUAGE_COOKIE_NAME } from './contract.ts'

const A_YEAR_S = 31_536_000

export function loadMessages(language: string): Promise<Messages> {
  return getJson(`/api/messages/${language}`)
}

/** The server reads it at the next load. */
export function rememberLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet
  document.cookie = languageCookie(language, location.protocol === 'https:')
}

export function languageCookie(language: string, isSecure: boolean): string {
  const attributes = `=${language}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax`
  return isSecure
    ? `${SECURE_LANGUAGE_COOKIE_NAME}${attributes}; Secure`
    : `${LANGUAGE_COOKIE_NAME}${attributes}`
}
