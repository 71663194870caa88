import { type FormEvent, useState } from 'react'
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../features/i18n/contract.ts'
import type { ReachedMilestone } from '../../features/roadmap/contract.ts'
import { MAX_REASON } from '../../features/roadmap/limits.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toLocalTime } from '../parts/local-time.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Draft = Pick<ReachedMilestone, 'reason' | 'language' | 'evidence'> & { reached_at: string }
type Props = {
  milestone: string
  reached: ReachedMilestone | undefined
  onCancel(): void
  onSave(facts: Draft): Promise<void>
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

export function ReachedForm({ milestone, reached, onCancel, onSave }: Props) {
  const [openedAt] = useState(() => toLocalTime(new Date()))
  const [draft, setDraft] = useState<Draft>({
    reason: reached?.reason ?? '',
    language: reached?.language ?? DEFAULT_LANGUAGE,
    evidence: reached?.evidence ?? '',
    reached_at: reached ? toLocalTime(new Date(reached.reached_at)) : openedAt,
  })
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning, problem } = useAction()
  const faults = findFaults(draft)
  const errorOf = (field: keyof typeof faults) => (isChecked ? faults[field] : undefined)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(faults).length > 0) return
    run(() => onSave({ ...draft, reached_at: new Date(draft.reached_at).toISOString() }))
  }

  return (
    <form
      noValidate
      aria-label={fill(words.formTitle, { milestone })}
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-2xl border border-line p-4"
    >
      <Field
        label={words.reason}
        note={words.reasonNote}
        error={errorOf('reason')}
        control={(props) => (
          <textarea
            {...props}
            rows={3}
            required
            maxLength={MAX_REASON}
            value={draft.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        )}
      />
      <Field
        label={words.language}
        control={(props) => (
          <select
            {...props}
            value={draft.language}
            onChange={({ target }) => change({ language: target.value as Draft['language'] })}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {LANGUAGE_NAMES.of(language)}
              </option>
            ))}
          </select>
        )}
      />
      <TextField
        label={words.evidence}
        error={errorOf('evidence')}
        type="url"
        inputMode="url"
        required
        value={draft.evidence}
        onChange={({ target }) => change({ evidence: target.value })}
      />
      <TextField
        label={words.reachedAt}
        note={words.reachedAtNote}
        error={errorOf('reached_at')}
        type="datetime-local"
        max={openedAt}
        required
        value={draft.reached_at}
        onChange={({ target }) => change({ reached_at: target.value })}
      />
      <ProblemLine problem={problem} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
          {words.save}
        </button>
        <button type="button" className={actionStyle.quiet} onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

function findFaults({ reason, evidence, reached_at }: Draft): Partial<Record<keyof Draft, string>> {
  const timeMs = Date.parse(reached_at)
  return {
    ...(reason.trim() === '' && { reason: fill(words.reasonMissing, { count: MAX_REASON }) }),
    ...(!/^https:\/\/\S+$/.test(evidence.trim()) && { evidence: words.evidenceMissing }),
    ...(!(timeMs <= Date.now()) && { reached_at: words.reachedAtWrong }),
  }
}
