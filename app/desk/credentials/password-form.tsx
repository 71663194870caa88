import { type FormEvent, useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '../../features/members/contract.ts'
import type { Credentials } from '../../features/members/passkeys/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { NewPasswordField, PasswordField } from '../people/credentials-fields.tsx'
import { confirmWithPasskey, reasonAgainstPasskeys } from './passkey-client.ts'
import { words } from './words.ts'

type Props = { credentials: Credentials; onChanged(): Promise<unknown> }

export function PasswordForm({ credentials: { has_password, passkeys }, onChanged }: Props) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [isCurrentChecked, setIsCurrentChecked] = useState(false)
  const [isNextChecked, setIsNextChecked] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const { run, isRunning, problem } = useAction()
  const canUsePasskey = passkeys.length > 0 && reasonAgainstPasskeys() === undefined

  function change(proveWith: 'password' | 'passkey'): void {
    setIsCurrentChecked(proveWith === 'password')
    setIsNextChecked(true)
    setIsDone(false)
    if (next.length < MIN_PASSWORD_LENGTH || (proveWith === 'password' && current === '')) return
    run(async () => {
      const proof = proveWith === 'password' ? { current } : await confirmWithPasskey()
      await sendJson('PUT', '/api/password', { proof, next })
      setCurrent('')
      setNext('')
      setIsCurrentChecked(false)
      setIsNextChecked(false)
      setIsDone(true)
      await onChanged()
    })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    change(has_password ? 'password' : 'passkey')
  }

  return (
    <Panel id="password" title={has_password ? words.passwordTitle : words.addPasswordTitle}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        {has_password ? (
          <PasswordField
            label={words.currentPassword}
            value={current}
            isChecked={isCurrentChecked}
            onChange={setCurrent}
          />
        ) : (
          <p className="text-muted">{words.addPasswordNote}</p>
        )}
        <NewPasswordField
          label={words.newPassword}
          value={next}
          isChecked={isNextChecked}
          onChange={setNext}
        />
        <ProblemLine problem={problem} />
        <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
          {has_password ? words.changePassword : words.addPassword}
        </button>
        {has_password && canUsePasskey && (
          <button
            type="button"
            className={actionStyle.quiet}
            aria-disabled={isRunning}
            onClick={() => change('passkey')}
          >
            {words.changeByPasskey}
          </button>
        )}
      </form>
      <p role="status" className="mt-4 empty:hidden">
        {isDone && words.passwordChanged}
      </p>
    </Panel>
  )
}
