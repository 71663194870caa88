import { type FormEvent, useState } from 'react'
import { MAX_NOTE_LENGTH, type Note } from '../../features/submissions/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { Field } from '../../ui/field.tsx'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Props = { address: string; notes: Note[]; onAdded(): Promise<unknown> }

/** What members write down about one. Notes are added, never changed. */
export function Notes({ address, notes, onAdded }: Props) {
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning, problem } = useAction()
  const isMissing = text.trim() === ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (isMissing) return
    run(async () => {
      await sendJson('POST', `${address}/notes`, { text })
      setText((now) => (now === text ? '' : now))
      setIsChecked(false)
      await onAdded()
    })
  }

  return (
    <Panel id="notes" title={words.notes}>
      {notes.length === 0 && <p className="text-muted">{words.noNotes}</p>}
      <ol className="flex flex-col gap-4">
        {notes.map((note) => (
          <li key={note.id} className="min-w-0 break-words">
            <p className="whitespace-pre-wrap">{note.text}</p>
            <p className="text-muted text-sm">
              {fill(words.noteBy, { author: note.author, time: formatTime(note.created_at) })}
            </p>
          </li>
        ))}
      </ol>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-3">
        <Field
          label={words.newNote}
          error={isChecked && isMissing ? words.noteMissing : undefined}
          control={(props) => (
            <textarea
              {...props}
              rows={3}
              maxLength={MAX_NOTE_LENGTH}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        />
        <ProblemLine problem={problem} />
        <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
          {words.addNote}
        </button>
      </form>
    </Panel>
  )
}
