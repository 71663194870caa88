import { type FormEvent, useState } from 'react'
import { DEFAULT_LANGUAGE } from '../../features/i18n/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { DetailsFields, faultOf, NO_DETAILS } from './details-fields.tsx'
import { words } from './words.ts'

export function CreateNpc() {
  const [draft, setDraft] = useState(NO_DETAILS)
  const [isOpen, setIsOpen] = useState(true)
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning, problem } = useAction()

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (faultOf(draft)) return
    run(async () => {
      const asked = { ...draft, is_position_open: isOpen }
      const { id } = await sendJson<{ id: string }>('POST', '/api/npcs', asked)
      location.assign(`/npcs?id=${id}`)
    })
  }

  return (
    <Panel id="create" title={words.createTitle}>
      <p className="mb-4 text-muted">{words.createNote}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <DetailsFields
          draft={draft}
          languages={[DEFAULT_LANGUAGE]}
          isChecked={isChecked}
          onChange={setDraft}
        />
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-6 accent-quest"
            checked={isOpen}
            onChange={({ target }) => setIsOpen(target.checked)}
          />
          {words.startsOpen}
        </label>
        <ProblemLine problem={problem} />
        <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
          {words.create}
        </button>
      </form>
    </Panel>
  )
}
