import { DEFAULT_LANGUAGE, type Language } from '../i18n/contract.ts'
import type { Mission } from './contract.ts'

/** In the visitor's language, else in English; undefined where the page's own text stands. */
export function chooseMissionText(
  { texts }: Pick<Mission, 'texts'>,
  language: Language,
): { text: string; language: Language } | undefined {
  const chosen = texts[language] === undefined ? DEFAULT_LANGUAGE : language
  const text = texts[chosen]
  return text === undefined ? undefined : { text, language: chosen }
}
