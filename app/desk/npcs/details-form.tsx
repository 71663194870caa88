import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react'
import { LANGUAGES } from '../../features/i18n/contract.ts'
import type { NpcDetails } from '../../features/npcs/contract.ts'
import { tidyDetails } from '../../features/npcs/editing/judge-details.ts'
import { ApiProblem, getJson, sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { keepTyped } from '../parts/keep-typed.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import type { EditableNpc } from './contract.ts'
import { DetailsFields, faultOf } from './details-fields.tsx'
import { type Difference, TheirVersion } from './their-version.tsx'
import { useUnloadGuard } from './use-unload-guard.ts'
import { words } from './words.ts'

type Props = {
  stored: EditableNpc
  draft: NpcDetails
  onChange: Dispatch<SetStateAction<NpcDetails>>
  onSaved(): Promise<unknown>
}

export function DetailsForm({ stored, draft, onChange, onSaved }: Props) {
  const { id } = stored.npc
  /** What this form began with, or what its operator has compared it with since. */
  const [base, setBase] = useState(stored)
  const [theirs, setTheirs] = useState<NpcDetails>()
  const [isChecked, setIsChecked] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const { run, isRunning, problem } = useAction()
  const isDirty = differences(base.details, tidyDetails(draft)).length > 0
  useUnloadGuard(isDirty)

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    setIsSaved(false)
    if (faultOf(draft)) return
    run(async () => {
      try {
        await sendJson('PUT', `/api/npcs/${id}`, { revision: base.revision, ...draft })
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 409) setTheirs((await readAgain()).details)
        throw error
      }
      setTheirs(undefined)
      const { details } = await readAgain()
      onChange((typed) => ({
        ...keepTyped(details, draft, typed),
        descriptions: keepTyped(details.descriptions, draft.descriptions, typed.descriptions),
      }))
      setIsSaved(true)
      await onSaved()
    })
  }

  async function readAgain(): Promise<EditableNpc> {
    const current = await getJson<EditableNpc>(`/api/npcs/${id}`)
    setBase(current)
    return current
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <DetailsFields draft={draft} isChecked={isChecked} onChange={onChange} />
      <p className="text-muted text-sm">{words.translationsNote}</p>
      <ProblemLine problem={problem} />
      {theirs && <TheirVersion differences={differences(theirs, tidyDetails(draft))} />}
      <p role="status" className="text-muted empty:hidden">
        {isDirty ? words.unsaved : isSaved ? words.saved : undefined}
      </p>
      <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
        {words.save}
      </button>
    </form>
  )
}

/** The fields that differ, with the text of `theirs`. */
function differences(theirs: NpcDetails, draft: NpcDetails): Difference[] {
  const fields: [string, string | null | undefined, string | null | undefined][] = [
    [words.name, theirs.name, draft.name],
    [words.handle, theirs.x_account, draft.x_account],
    [describe('en'), theirs.description, draft.description],
    ...LANGUAGES.map((language): [string, string | undefined, string | undefined] => [
      describe(language),
      theirs.descriptions[language],
      draft.descriptions[language],
    ]),
  ]
  return fields
    .filter(([, their, own]) => (their ?? '') !== (own ?? ''))
    .map(([field, their]) => ({ field, text: their ?? '' }))
}

function describe(language: (typeof LANGUAGES)[number]): string {
  return fill(words.description, { language: words.languages[language] })
}
