import type { MemberSession } from '../../features/members/contract.ts'
import type { Credentials } from '../../features/members/passkeys/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { Passkeys } from '../credentials/passkeys.tsx'
import { PasswordForm } from '../credentials/password-form.tsx'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useAction } from '../parts/use-action.ts'
import { useRemote } from '../parts/use-remote.ts'
import type { SectionProps } from '../section.ts'
import { words } from './words.ts'

export function SessionsPage({ member }: SectionProps) {
  const [remote, reload] = useRemote<{ sessions: MemberSession[] }>('/api/sessions')
  const [credentials, reloadCredentials] = useRemote<Credentials>('/api/credentials')
  const { run, problem } = useAction()
  const reloadAll = async () => void (await Promise.all([reload(), reloadCredentials()]))

  function end({ id, is_this }: MemberSession): void {
    run(async () => {
      await sendJson('DELETE', `/api/sessions/${id}`)
      if (is_this) location.replace('/')
      else await reload()
    })
  }

  return (
    <div className="flex flex-col gap-6">
      <Panel id="sessions" title={member.role === 'operator' ? words.sessionsTitle : words.ownSessionsTitle}>
        <ProblemLine problem={problem} />
        <RemoteContent remote={remote} onRetry={reload}>
          {({ sessions }) => (
            <ul className="flex flex-col gap-4">
              {sessions.map((session) => (
                <li key={session.id} className="flex flex-wrap items-center justify-between gap-3">
                  <span className="min-w-0 break-words">
                    <strong>{session.member}</strong>
                    {session.is_this && ` (${words.thisSession})`}
                    <span className="block text-muted text-sm">
                      {session.user_agent || words.unknownBrowser}
                    </span>
                    <span className="block text-muted text-sm">
                      {fill(words.lastSeen, { time: formatTime(session.seen_at) })}
                    </span>
                  </span>
                  <button
                    type="button"
                    className={actionStyle.quiet}
                    aria-label={fill(words.endSessionOf, { name: session.member })}
                    onClick={() => end(session)}
                  >
                    {words.endSession}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </RemoteContent>
      </Panel>
      <RemoteContent remote={credentials} onRetry={reloadCredentials}>
        {(value) => (
          <>
            <Passkeys credentials={value} onChanged={reloadAll} />
            <PasswordForm credentials={value} onChanged={reloadAll} />
          </>
        )}
      </RemoteContent>
    </div>
  )
}
