import type { Messages } from '../../platform/browser/messages.tsx'
import { LANGUAGE_COOKIE_NAME, SECURE_LANGUAGE_COOKIE_NAME } from './contract.ts'

const A_YEAR_S = 31_536_000

export async function loadMessages(language: string): Promise<Messages> {
  const response = await fetch(`/api/messages/${language}`)
  if (!response.ok) throw new Error(`no messages for ${language}`)
  return (await response.json()) as Messages
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
