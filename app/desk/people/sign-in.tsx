import { type FormEvent, useState } from 'react'
import { sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { PasskeyButton } from '../credentials/passkey-button.tsx'
import { signInWithPasskey } from '../credentials/passkey-client.ts'
import { words as passkeyWords } from '../credentials/words.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { NameField, PasswordField } from './credentials-fields.tsx'
import { words } from './words.ts'

export function SignIn({ onSignedIn }: { onSignedIn(): void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning, problem } = useAction()

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (name.trim() === '' || password === '') return
    run(async () => {
      await sendJson('POST', '/api/sign-in', { name, password })
      onSignedIn()
    })
  }

  return (
    <Panel id="sign-in" title={words.signInTitle}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <PasskeyButton
          label={passkeyWords.signInWithPasskey}
          alternative={passkeyWords.orPassword}
          isRunning={isRunning}
          onPress={() =>
            run(async () => {
              await signInWithPasskey()
              onSignedIn()
            })
          }
        />
        <NameField value={name} isChecked={isChecked} onChange={setName} />
        <PasswordField value={password} isChecked={isChecked} onChange={setPassword} />
        <ProblemLine problem={problem} />
        <button type="submit" className={actionStyle.quiet} aria-disabled={isRunning}>
          {words.signIn}
        </button>
      </form>
    </Panel>
  )
}
