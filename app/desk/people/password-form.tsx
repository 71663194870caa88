import { type FormEvent, useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '../../features/members/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { NewPasswordField, PasswordField } from './credentials-fields.tsx'
import { words } from './words.ts'

export function PasswordForm({ onChanged }: { onChanged(): void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const { run, isRunning, problem } = useAction()

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    setIsDone(false)
    if (current === '' || next.length < MIN_PASSWORD_LENGTH) return
    run(async () => {
      await sendJson('PUT', '/api/password', { current, next })
      setCurrent('')
      setNext('')
      setIsChecked(false)
      setIsDone(true)
      onChanged()
    })
  }

  return (
    <Panel id="password" title={words.passwordTitle}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <PasswordField
          label={words.currentPassword}
          value={current}
          isChecked={isChecked}
          onChange={setCurrent}
        />
        <NewPasswordField label={words.newPassword} value={next} isChecked={isChecked} onChange={setNext} />
        <ProblemLine problem={problem} />
        <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
          {words.changePassword}
        </button>
      </form>
      <p role="status" className="mt-4 empty:hidden">
        {isDone && words.passwordChanged}
      </p>
    </Panel>
  )
}
