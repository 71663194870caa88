import { type FormEvent, useState } from 'react'
import type { Role } from '../../features/members/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

const NPC_NUMBER = /^[1-9]\d{0,8}$/

export function InviteForm({ onInvited }: { onInvited(): void }) {
  const [role, setRole] = useState<Role>('operator')
  const [npcId, setNpcId] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [link, setLink] = useState<string>()
  const { run, isRunning, problem } = useAction()
  const isNpcMissing = role === 'npc' && !NPC_NUMBER.test(npcId.trim())

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    setLink(undefined)
    if (isNpcMissing) return
    run(async () => {
      const asked = role === 'npc' ? { role, npc_id: npcId.trim() } : { role }
      const made = await sendJson<{ link: string }>('POST', '/api/invitations', asked)
      setLink(made.link)
      onInvited()
    })
  }

  return (
    <Panel id="invite" title={words.inviteTitle}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={words.inviteRole}
          control={(props) => (
            <select {...props} value={role} onChange={(event) => setRole(event.target.value as Role)}>
              <option value="operator">{words.operator}</option>
              <option value="npc">{fill(words.npcMember, { npc: '' }).trim()}</option>
            </select>
          )}
        />
        {role === 'npc' && (
          <TextField
            label={words.inviteNpc}
            error={isChecked && isNpcMissing ? words.npcMissing : undefined}
            inputMode="numeric"
            required
            value={npcId}
            onChange={(event) => setNpcId(event.target.value)}
          />
        )}
        <ProblemLine problem={problem} />
        <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
          {words.invite}
        </button>
      </form>
      <div role="status">{link !== undefined && <MadeLink key={link} link={link} />}</div>
    </Panel>
  )
}

function MadeLink({ link }: { link: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      <p>{words.linkMade}</p>
      <code className="w-full select-all break-all rounded-xl border border-line bg-paper px-4 py-2">
        {link}
      </code>
      <button
        type="button"
        className={actionStyle.quiet}
        onClick={async () => setIsCopied(await copyText(link))}
      >
        {isCopied ? words.copied : words.copy}
      </button>
    </div>
  )
}
