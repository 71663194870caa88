import { type FormEvent, useState } from 'react'
import { LANGUAGES, type Language } from '../../features/i18n/contract.ts'
import { MAX_MISSION_LENGTH, type Mission } from '../../features/missions/contract.ts'
import type { Translations } from '../../features/npcs/contract.ts'
import { tidyTranslations } from '../../features/npcs/editing/judge-details.ts'
import { ApiProblem, getJson, sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { findTextFault } from '../../platform/names/shown-text.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { keepTyped } from '../parts/keep-typed.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import type { Plan } from './contract.ts'
import { describeMissionFault } from './describe-fault.ts'
import { TextArea } from './text-area.tsx'
import { type Difference, TheirVersion } from './their-version.tsx'
import { useUnloadGuard } from './use-unload-guard.ts'
import { words } from './words.ts'

type Props = { stored: Mission; onSaved(): Promise<unknown> }

export function MissionForm({ stored: { npc_id: npcId, texts }, onSaved }: Props) {
  const [draft, setDraft] = useState(texts)
  /** What this form began with, or what its member has compared it with since. */
  const [base, setBase] = useState(texts)
  const [theirs, setTheirs] = useState<Translations>()
  const [isChecked, setIsChecked] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const { run, isRunning, problem } = useAction()
  const tidied = tidyTranslations(draft)
  const isDirty = differences(base, tidied).length > 0
  useUnloadGuard(isDirty)

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    setIsSaved(false)
    if (LANGUAGES.some((language) => faultIn(tidied, language))) return
    run(async () => {
      try {
        await sendJson('PUT', `/api/npcs/${npcId}/mission`, { from: base, to: tidied })
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 409) await compare()
        throw error
      }
      setTheirs(undefined)
      setBase(tidied)
      setDraft((typed) => keepTyped(tidied, draft, typed))
      setIsSaved(true)
      await onSaved()
    })
  }

  async function compare(): Promise<void> {
    const current = await getJson<Plan>(`/api/npcs/${npcId}/plan`)
    setBase(current.mission.texts)
    setTheirs(current.mission.texts)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="mb-2 text-muted">{fill(words.missionText, { count: MAX_MISSION_LENGTH })}</p>
      {LANGUAGES.map((language) => (
        <TextArea
          key={language}
          label={fill(words.missionIn, { language: words.languages[language] })}
          error={isChecked ? faultIn(tidied, language) : undefined}
          lang={language}
          rows={2}
          value={draft[language] ?? ''}
          onChange={({ target }) => setDraft({ ...draft, [language]: target.value })}
        />
      ))}
      <ProblemLine problem={problem} />
      {theirs && <TheirVersion differences={differences(theirs, tidied)} />}
      <p role="status" className="text-muted empty:hidden">
        {isDirty ? words.unsaved : isSaved ? words.saved : undefined}
      </p>
      <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
        {words.save}
      </button>
    </form>
  )
}

function faultIn(texts: Translations, language: Language): string | undefined {
  const text = texts[language]
  const fault = text === undefined ? undefined : findTextFault(text, MAX_MISSION_LENGTH)
  return fault && describeMissionFault(fault, language)
}

/** The languages that differ, with the text of `theirs`. */
function differences(theirs: Translations, draft: Translations): Difference[] {
  return LANGUAGES.filter((language) => theirs[language] !== draft[language]).map((language) => ({
    field: fill(words.missionIn, { language: words.languages[language] }),
    text: theirs[language] ?? '',
  }))
}
