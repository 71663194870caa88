import { htmlLanguage, useSpeech } from '../../platform/browser/messages.tsx'
import { DEFAULT_LANGUAGE, type Language } from '../i18n/contract.ts'
import type { Npc } from './contract.ts'

type Described = Pick<Npc, 'description' | 'descriptions'>
type Description = { text: string; lang: string }

/** In the visitor's language, if an operator has written it or it is one of ours; otherwise as the operator wrote it. */
export function useDescription({ description, descriptions: own }: Described): Description {
  const { language, messages } = useSpeech()
  const { descriptions: ours = {} } = messages
  const translated =
    own?.[language as Language] ?? (Object.hasOwn(ours, description) ? ours[description] : undefined)
  return typeof translated === 'string'
    ? { text: translated, lang: htmlLanguage(language) }
    : { text: description, lang: DEFAULT_LANGUAGE }
}
