import type { Language } from './contract.ts'

/** Open Graph names a language by a territory in which it is spoken. */
export const OG_LOCALES: Record<Language, string> = {
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  de: 'de_DE',
  ru: 'ru_RU',
  zh: 'zh_CN',
}
