import { type FormEvent, useState } from 'react'
import { MAX_DELAY_S, type Stage } from '../../features/live/stage/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

const SECONDS = /^\d{1,2}$/

export function DelayForm({ stage, onChanged }: { stage: Stage; onChanged(): void }) {
  const { npc_id, name, delay_s } = stage
  const [draft, setDraft] = useState(String(delay_s))
  const [isChecked, setIsChecked] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const { run, isRunning, problem } = useAction()
  const max = String(MAX_DELAY_S)
  const isWrong = !SECONDS.test(draft.trim()) || Number(draft) > MAX_DELAY_S

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    setIsSaved(false)
    if (isWrong) return
    run(async () => {
      await sendJson('PUT', `/api/stages/${npc_id}/delay`, { delay_s: Number(draft) })
      setIsSaved(true)
      onChanged()
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={words.delay}
        note={fill(words.delayRange, { max })}
        error={isChecked && isWrong ? fill(words.delayWrong, { max }) : undefined}
        inputMode="numeric"
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value)
          setIsSaved(false)
        }}
      />
      <p className="text-pretty text-muted">{words.delayHelp}</p>
      <ProblemLine problem={problem} />
      <button
        type="submit"
        className={`${actionStyle.quiet} self-start`}
        aria-disabled={isRunning}
        aria-label={fill(words.saveDelayOf, { name })}
      >
        {words.saveDelay}
      </button>
      <p role="status" className="empty:hidden">
        {isSaved && words.delaySaved}
      </p>
    </form>
  )
}
