import { LANGUAGES, type Language } from '../i18n/contract.ts'
import type { MonthNames } from './contract.ts'

/** Of a month from 1 to 12. */
export function nameMonth(month: number): MonthNames {
  const nameIn = (language: Language) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1))
  return Object.fromEntries(LANGUAGES.map((language) => [language, nameIn(language)])) as MonthNames
}
