import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { RunningSite } from '../site/running-site.ts'
import { changeDesk, cookieOf } from './change-desk.ts'

export const PASSWORD = 'correct horse battery'

export async function inviteAndJoin(url: string, cookie: string): Promise<void> {
  const answer = await changeDesk(url, '/invitations', { cookie, body: { role: 'npc', npc_id: '1' } })
  const { link } = (await answer.json()) as { link: string }
  const name = `N${link.slice(-6).replace(/\W/g, 'x')}`
  await changeDesk(url, '/join', { body: { token: link.split('#')[1], name, password: PASSWORD } })
}

export async function inviteAndWithdraw(url: string, cookie: string): Promise<void> {
  await changeDesk(url, '/invitations', { cookie, body: { role: 'operator' } })
  const people = await fetch(`${url}/api/members`, { headers: { cookie } })
  const { invitations } = (await people.json()) as { invitations: { id: number; role: string }[] }
  for (const { id, role } of invitations)
    if (role === 'operator') await changeDesk(url, `/invitations/${id}`, { method: 'DELETE', cookie })
}

export async function signInAndOut(url: string): Promise<void> {
  const session = cookieOf(await changeDesk(url, '/sign-in', { body: { name: 'Olga', password: PASSWORD } }))
  await changeDesk(url, '/sign-out', { cookie: session })
}

export async function removeMembers(url: string, cookie: string): Promise<void> {
  const people = await fetch(`${url}/api/members`, { headers: { cookie } })
  const { members } = (await people.json()) as { members: { id: number; name: string }[] }
  // Not those who are changing their passkeys.
  const npc = members.find(({ name }) => name.startsWith('N'))
  if (npc) await changeDesk(url, `/members/${npc.id}`, { method: 'DELETE', cookie })
  else await sleep(20)
}

/** What the audit log says of links, members, sessions and passkeys is so. */
export async function expectMembersAgree({ database }: RunningSite): Promise<void> {
  const { rows } = await database.query(`select
    (select count(*) from audit_log where action = 'invited')
      - (select count(*) from audit_log where action in ('withdrew an invitation', 'joined'))
      = (select count(*) from member_invitations) as invitations_agree,
    (select count(*) from audit_log where action = 'joined')
      - (select count(*) from audit_log where action = 'removed a member')
      = (select count(*) from members) as members_agree,
    (select count(*) from audit_log where member_name = 'Olga' and action = 'signed in')
      - (select count(*) from audit_log where member_name = 'Olga' and action = 'signed out')
      = (select count(*) from member_sessions join members on members.id = member_id where name = 'Olga')
      as sessions_agree,
    not exists (select from members where
      (select count(*) from passkeys where member_id = members.id)
      <> (select count(*) filter (where action = 'added a passkey' or details->>'with' = 'a passkey' and action = 'joined')
          - count(*) filter (where action = 'removed a passkey') from audit_log where member_id = members.id))
      as passkeys_agree,
    not exists (select from members where password_hash is null
      and not exists (select from passkeys where member_id = members.id)) as all_can_sign_in`)
  expect(rows).toEqual([
    {
      invitations_agree: true,
      members_agree: true,
      sessions_agree: true,
      passkeys_agree: true,
      all_can_sign_in: true,
    },
  ])
}
