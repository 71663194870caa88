import { type FormEvent, useState } from 'react'
import type { Credentials } from '../../features/members/passkeys/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { PasswordField } from '../people/credentials-fields.tsx'
import { type CreationOptions, confirmWithPasskey, makePasskey } from './passkey-client.ts'
import { words } from './words.ts'

type Props = { credentials: Credentials; onAdded(): Promise<unknown> }
type Step = { at: 'proof' } | { at: 'making'; options: CreationOptions } | { at: 'added' }

/** Two steps, each with its own press: Safari before 17.4 wants one for each question to the device. */
export function AddPasskey({ credentials: { has_password }, onAdded }: Props) {
  const [step, setStep] = useState<Step>({ at: 'proof' })
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning, problem } = useAction()

  function prove(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (has_password && password === '') return
    run(async () => {
      const proof = has_password ? { current: password } : await confirmWithPasskey()
      const options = await sendJson<CreationOptions>('POST', '/api/passkeys/add-options', { proof })
      setPassword('')
      setIsChecked(false)
      setStep({ at: 'making', options })
    })
  }

  function make(options: CreationOptions): void {
    run(async () => {
      try {
        await sendJson('POST', '/api/passkeys', { passkey: await makePasskey(options) })
        setStep({ at: 'added' })
      } catch (error) {
        // What was asked for is used up, or may be.
        setStep({ at: 'proof' })
        throw error
      }
      await onAdded()
    })
  }

  return (
    <>
      {step.at === 'making' ? (
        <div className="flex flex-col gap-3">
          <p role="status">{words.confirmed}</p>
          <button
            type="button"
            className={actionStyle.primary}
            aria-disabled={isRunning}
            onClick={() => make(step.options)}
          >
            {words.makePasskey}
          </button>
        </div>
      ) : (
        <form noValidate onSubmit={prove} className="flex flex-col gap-3">
          <p className="text-muted">{has_password ? words.addByPassword : words.addByPasskey}</p>
          {has_password && <PasswordField value={password} isChecked={isChecked} onChange={setPassword} />}
          <button type="submit" className={actionStyle.quiet} aria-disabled={isRunning}>
            {has_password ? words.confirmWithPassword : words.confirmWithPasskey}
          </button>
        </form>
      )}
      <ProblemLine problem={problem} />
      <p role="status" className="mt-4 empty:hidden">
        {step.at === 'added' && words.passkeyAdded}
      </p>
    </>
  )
}
