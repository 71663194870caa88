import type { Credentials, Passkey } from '../../features/members/passkeys/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { AddPasskey } from './add-passkey.tsx'
import { reasonAgainstPasskeys } from './passkey-client.ts'
import { words } from './words.ts'

type Props = { credentials: Credentials; onChanged(): Promise<unknown> }

export function Passkeys({ credentials, onChanged }: Props) {
  const { run, isRunning, problem } = useAction()
  const reason = reasonAgainstPasskeys()

  function remove({ id }: Passkey): void {
    if (!window.confirm(words.confirmRemove)) return
    run(async () => {
      await sendJson('DELETE', `/api/passkeys/${id}`)
      await onChanged()
    })
  }

  return (
    <Panel id="passkeys" title={words.passkeys}>
      <p className="mb-4 text-muted">{words.passkeyNote}</p>
      {credentials.passkeys.length === 0 && <p>{words.noPasskeys}</p>}
      <ul className="flex flex-col gap-4">
        {credentials.passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 break-words">
              <strong>{fill(words.added, { time: formatTime(passkey.created_at) })}</strong>
              {', '}
              {passkey.used_at === null
                ? words.neverUsed
                : fill(words.used, { time: formatTime(passkey.used_at) })}
              <span className="block text-muted text-sm">{passkey.user_agent || words.unknownBrowser}</span>
            </span>
            <button
              type="button"
              className={actionStyle.danger}
              aria-disabled={isRunning}
              aria-label={fill(words.removePasskey, { time: formatTime(passkey.created_at) })}
              onClick={() => remove(passkey)}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
      <ProblemLine problem={problem} />
      <h3 className="mt-6 mb-3 font-semibold">{words.addTitle}</h3>
      {reason ? <p>{reason}</p> : <AddPasskey credentials={credentials} onAdded={onChanged} />}
    </Panel>
  )
}
