import { type FormEvent, useState } from 'react'
import { MAX_STEP_LENGTH, type Step } from '../../features/missions/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { findTextFault, tidyText } from '../../platform/names/shown-text.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { describeStepFault } from './describe-fault.ts'
import { moveInList } from './move-in-list.ts'
import type { useSteps } from './use-steps.ts'
import { words } from './words.ts'

type Props = { steps: Step[]; at: number; send: ReturnType<typeof useSteps>['send'] }

export function StepEditor({ steps, at, send }: Props) {
  const { id, text } = steps[at] as Step
  const [first] = useState(text)
  const [draft, setDraft] = useState(text)
  const [isChecked, setIsChecked] = useState(false)
  const fault = findTextFault(tidyText(draft), MAX_STEP_LENGTH)
  const ids = steps.map((step) => step.id)
  const place = at + 1

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (!fault) void send({ method: 'PUT', path: `/${id}/text`, body: { from: text, to: draft } })
  }

  function move(by: -1 | 1): void {
    const to = moveInList(ids, id, by)
    if (to) void send({ method: 'PUT', path: '/order', body: { from: ids, to } })
  }

  return (
    <form noValidate onSubmit={submit} className="rounded-xl border border-line p-3">
      <TextField
        label={fill(words.stepText, { place })}
        error={isChecked && fault ? describeStepFault(fault) : undefined}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      {text !== first && text !== draft && (
        <p className="mb-2 text-muted">
          {words.theirVersion}: {text}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" aria-label={fill(words.saveStepOf, { place })} className={actionStyle.quiet}>
          {words.saveStep}
        </button>
        <button
          type="button"
          aria-label={fill(words.moveUp, { name: text })}
          aria-disabled={at === 0}
          className={`${actionStyle.quiet} aria-disabled:opacity-50`}
          onClick={() => move(-1)}
        >
          {words.up}
        </button>
        <button
          type="button"
          aria-label={fill(words.moveDown, { name: text })}
          aria-disabled={at === steps.length - 1}
          className={`${actionStyle.quiet} aria-disabled:opacity-50`}
          onClick={() => move(1)}
        >
          {words.down}
        </button>
        <button
          type="button"
          aria-label={fill(words.removeStepOf, { text })}
          className={actionStyle.danger}
          onClick={() => void send({ method: 'DELETE', path: `/${id}` })}
        >
          {words.removeStep}
        </button>
      </div>
    </form>
  )
}
