import { htmlLanguage, useSpeech } from '../../platform/browser/messages.tsx'
import { DEFAULT_LANGUAGE } from '../i18n/contract.ts'

type Description = { text: string; lang: string }

/** A description in the visitor's language, if it is one that we wrote; otherwise as the operator wrote it. */
export function useDescription(text: string): Description {
  const { language, messages } = useSpeech()
  const { descriptions = {} } = messages
  const translated = Object.hasOwn(descriptions, text) ? descriptions[text] : undefined
  return typeof translated === 'string'
    ? { text: translated, lang: htmlLanguage(language) }
    : { text, lang: DEFAULT_LANGUAGE }
}
