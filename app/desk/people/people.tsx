import type { Invitation, Member } from '../../features/members/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useAction } from '../parts/use-action.ts'
import { useRemote } from '../parts/use-remote.ts'
import type { SectionProps } from '../section.ts'
import { InviteForm } from './invite-form.tsx'
import { words } from './words.ts'

type People = { members: Member[]; invitations: Invitation[] }

export function PeoplePage({ member: own }: SectionProps) {
  const [people, reload] = useRemote<People>('/api/members')
  const { run, problem } = useAction()

  function change(address: string): void {
    run(async () => {
      await sendJson('DELETE', address)
      await reload()
    })
  }

  return (
    <div className="flex flex-col gap-6">
      <ProblemLine problem={problem} />
      <RemoteContent remote={people} onRetry={reload}>
        {({ members, invitations }) => (
          <>
            <Panel id="members" title={words.members}>
              <ul className="flex flex-col gap-3">
                {members.map((member) => (
                  <li key={member.id} className="flex flex-wrap items-center justify-between gap-3">
                    <span className="min-w-0 break-words">
                      <strong>{member.name}</strong> {roleOf(member)}
                      {member.id === own.id && ` (${words.you})`}
                    </span>
                    {member.id !== own.id && (
                      <button
                        type="button"
                        className={actionStyle.danger}
                        aria-label={fill(words.removeMember, { name: member.name })}
                        onClick={() =>
                          window.confirm(fill(words.confirmRemove, { name: member.name })) &&
                          change(`/api/members/${member.id}`)
                        }
                      >
                        {words.remove}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel id="invitations" title={words.invitations}>
              {invitations.length === 0 && <p className="text-muted">{words.noInvitations}</p>}
              <ul className="flex flex-col gap-3">
                {invitations.map((invitation) => (
                  <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-3">
                    <span>
                      <strong>{roleOf(invitation)}</strong>{' '}
                      {fill(words.until, { time: formatTime(invitation.expires_at) })}
                      {', '}
                      {invitation.invited_by === null
                        ? words.onTheMachine
                        : fill(words.invitedBy, { name: invitation.invited_by })}
                    </span>
                    <button
                      type="button"
                      className={actionStyle.quiet}
                      aria-label={fill(words.withdrawInvitation, { role: roleOf(invitation) })}
                      onClick={() => change(`/api/invitations/${invitation.id}`)}
                    >
                      {words.withdraw}
                    </button>
                  </li>
                ))}
              </ul>
            </Panel>
          </>
        )}
      </RemoteContent>
      <InviteForm onInvited={reload} />
    </div>
  )
}

function roleOf({ role, npc_id }: Pick<Member, 'role' | 'npc_id'>): string {
  return role === 'operator' ? words.operator : fill(words.npcMember, { npc: npc_id ?? '' })
}
