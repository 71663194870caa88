import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../features/i18n/contract.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_NPC_NAME_LENGTH, type NpcDetails } from '../../features/npcs/contract.ts'
import {
  type DetailsFault,
  findDetailsFault,
  tidyDetails,
} from '../../features/npcs/editing/judge-details.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { describeFault } from './describe-fault.ts'
import { TextArea } from './text-area.tsx'
import { words } from './words.ts'

type Props = {
  draft: NpcDetails
  /** Of the descriptions. */
  languages?: readonly Language[]
  isChecked: boolean
  onChange(draft: NpcDetails): void
}

export const NO_DETAILS: NpcDetails = { name: '', x_account: null, description: '', descriptions: {} }

export function faultOf(draft: NpcDetails): DetailsFault | undefined {
  return findDetailsFault(tidyDetails(draft))
}

export function DetailsFields({ draft, languages = LANGUAGES, isChecked, onChange }: Props) {
  const fault = isChecked ? faultOf(draft) : undefined
  const errorOf = (isHere: (found: DetailsFault) => boolean) =>
    fault && isHere(fault) ? describeFault(fault) : undefined
  return (
    <>
      <TextField
        label={words.name}
        note={fill(words.nameNote, { count: MAX_NPC_NAME_LENGTH })}
        error={errorOf(({ field }) => field === 'name')}
        required
        value={draft.name}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <TextField
        label={words.handle}
        note={words.optional}
        error={errorOf(({ field }) => field === 'x_account')}
        autoCapitalize="none"
        value={draft.x_account ?? ''}
        onChange={({ target }) => onChange({ ...draft, x_account: target.value })}
      />
      {languages.map((language) => (
        <TextArea
          key={language}
          label={fill(words.description, { language: words.languages[language] })}
          note={
            language === DEFAULT_LANGUAGE
              ? fill(words.descriptionNote, { count: MAX_DESCRIPTION_LENGTH })
              : words.optional
          }
          error={errorOf((found) => found.field === 'description' && found.language === language)}
          lang={language}
          rows={3}
          required={language === DEFAULT_LANGUAGE}
          value={language === DEFAULT_LANGUAGE ? draft.description : (draft.descriptions[language] ?? '')}
          onChange={({ target: { value } }) =>
            onChange(
              language === DEFAULT_LANGUAGE
                ? { ...draft, description: value }
                : { ...draft, descriptions: { ...draft.descriptions, [language]: value } },
            )
          }
        />
      ))}
    </>
  )
}
