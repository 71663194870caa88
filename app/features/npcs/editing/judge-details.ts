import { findNameFault, type NameFault, tidyName } from '../../../platform/names/shown-name.ts'
import { findTextFault, type TextFault, tidyText } from '../../../platform/names/shown-text.ts'
import { isHandle, readHandle } from '../../../platform/names/x-handle.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../i18n/contract.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NPC_NAME_LENGTH,
  type NpcDetails,
  type Translations,
} from '../contract.ts'

export type DetailsFault =
  | { field: 'name'; fault: NameFault }
  | { field: 'x_account' }
  | { field: 'description'; language: Language; fault: TextFault }

/** As it is stored: tidied, without empty translations, and English in its own field alone. */
export function tidyDetails({ name, x_account, description, descriptions }: NpcDetails): NpcDetails {
  return {
    name: tidyName(name),
    x_account: readHandle(x_account ?? '') || null,
    description: tidyText(description),
    descriptions: tidyTranslations(descriptions, (language) => language !== DEFAULT_LANGUAGE),
  }
}

/** In a fixed order, so that equal texts are equal as JSON. */
export function tidyTranslations(
  texts: Translations,
  isWanted: (language: Language) => boolean = () => true,
): Translations {
  const tidied = LANGUAGES.filter(isWanted).map((language) => [language, tidyText(texts[language] ?? '')])
  return Object.fromEntries(tidied.filter(([, text]) => text !== ''))
}

/** The first reason for which tidied details cannot be shown. */
export function findDetailsFault(details: NpcDetails): DetailsFault | undefined {
  const { name, x_account, description, descriptions } = details
  const nameFault = findNameFault(name, MAX_NPC_NAME_LENGTH)
  if (nameFault) return { field: 'name', fault: nameFault }
  if (x_account !== null && !isHandle(x_account)) return { field: 'x_account' }
  const texts: [Language, string | undefined][] = [
    [DEFAULT_LANGUAGE, description],
    ...LANGUAGES.map((language): [Language, string | undefined] => [language, descriptions[language]]),
  ]
  for (const [language, text] of texts) {
    const fault = text === undefined ? undefined : findTextFault(text, MAX_DESCRIPTION_LENGTH)
    if (fault) return { field: 'description', language, fault }
  }
  return undefined
}
