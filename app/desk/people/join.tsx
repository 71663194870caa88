import { type FormEvent, useEffect, useState } from 'react'
import { type InvitationRequest, MIN_PASSWORD_LENGTH } from '../../features/members/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { PasskeyButton } from '../credentials/passkey-button.tsx'
import { joinWithPasskey } from '../credentials/passkey-client.ts'
import { words as passkeyWords } from '../credentials/words.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useAction } from '../parts/use-action.ts'
import { type Remote, sentenceOf } from '../parts/use-remote.ts'
import { NameField, NewPasswordField } from './credentials-fields.tsx'
import { words } from './words.ts'

/** The page of a one-time link. */
export function Join() {
  const token = location.hash.slice(1)
  const [invitation, setInvitation] = useState<Remote<InvitationRequest>>({})

  async function read(): Promise<void> {
    try {
      if (token === '') return setInvitation({ problem: words.linkIncomplete })
      const value = await sendJson<InvitationRequest>('POST', '/api/invitations/read', { token })
      setInvitation({ value })
    } catch (error) {
      setInvitation({ problem: sentenceOf(error) })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token of a link does not change
  useEffect(() => void read(), [token])

  return (
    <Panel id="join" title={words.joinTitle}>
      <RemoteContent remote={invitation} onRetry={read}>
        {(value) => <JoinForm token={token} invitation={value} />}
      </RemoteContent>
    </Panel>
  )
}

function JoinForm({ token, invitation }: { token: string; invitation: InvitationRequest }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isNameChecked, setIsNameChecked] = useState(false)
  const [isPasswordChecked, setIsPasswordChecked] = useState(false)
  const { run, isRunning, problem } = useAction()

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsNameChecked(true)
    setIsPasswordChecked(true)
    if (name.trim() === '' || password.length < MIN_PASSWORD_LENGTH) return
    run(async () => {
      await sendJson('POST', '/api/join', { token, name, password })
      location.replace('/')
    })
  }

  function joinByPasskey(): void {
    setIsNameChecked(true)
    setIsPasswordChecked(false)
    if (name.trim() === '') return
    run(async () => {
      await joinWithPasskey(token, name)
      location.replace('/')
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p>
        {invitation.role === 'operator'
          ? words.joinAsOperator
          : fill(words.joinAsNpc, { npc: invitation.npc_id })}
      </p>
      <p className="text-muted">{words.joinNote}</p>
      <NameField value={name} isChecked={isNameChecked} onChange={setName} />
      <PasskeyButton
        label={passkeyWords.joinWithPasskey}
        alternative={passkeyWords.orChoosePassword}
        isRunning={isRunning}
        onPress={joinByPasskey}
      />
      <NewPasswordField value={password} isChecked={isPasswordChecked} onChange={setPassword} />
      <ProblemLine problem={problem} />
      <button type="submit" className={actionStyle.quiet} aria-disabled={isRunning}>
        {passkeyWords.joinWithPassword}
      </button>
    </form>
  )
}
