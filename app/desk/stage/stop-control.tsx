import { type FormEvent, useState } from 'react'
import { MAX_NOTE_LENGTH, type Stage } from '../../features/live/stage/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { formatTime } from '../parts/format-time.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Props = { stage: Stage; isOperator: boolean; onChanged(): void }

export function StopControl({ stage, isOperator, onChanged }: Props) {
  const { npc_id, name, stopped } = stage
  const [note, setNote] = useState('')
  const { run, isRunning, problem } = useAction()

  function change(what: 'stop' | 'resume', body?: object): void {
    run(async () => {
      try {
        await sendJson('POST', `/api/stages/${npc_id}/${what}`, body)
        setNote('')
      } finally {
        onChanged()
      }
    })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (window.confirm(fill(words.confirmStop, { name }))) change('stop', { note })
  }

  if (stopped)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-pretty">
          {fill(stopped.by === 'operator' ? words.stoppedByOperator : words.stoppedByNpc, {
            time: formatTime(stopped.at),
          })}
        </p>
        {stopped.note && <p className="break-words">{fill(words.toldPublisher, { note: stopped.note })}</p>}
        <p className="text-muted">{isOperator ? words.resumeNote : words.onlyOperatorsResume}</p>
        <ProblemLine problem={problem} />
        {isOperator && (
          <button
            type="button"
            className={actionStyle.primary}
            aria-disabled={isRunning}
            aria-label={fill(words.resumeStream, { name })}
            onClick={() => change('resume')}
          >
            {words.resume}
          </button>
        )}
      </div>
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={words.stopNote}
        note={words.optional}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <ProblemLine problem={problem} />
      <button
        type="submit"
        className={actionStyle.danger}
        aria-disabled={isRunning}
        aria-label={fill(words.stopStream, { name })}
      >
        {words.stop}
      </button>
    </form>
  )
}
