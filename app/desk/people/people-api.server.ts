import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type DeskUrl,
  linkOf,
  readToken,
  sendToken,
  sessionOf,
} from '../../features/members/access.server.ts'
import { listAuditEntries } from '../../features/members/audit-log-store.server.ts'
import {
  AUDIT_ENTRIES_PER_PAGE,
  inviteSchema,
  joinSchema,
  readInvitationSchema,
  signInSchema,
} from '../../features/members/contract.ts'
import {
  findInvitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from '../../features/members/invitations-store.server.ts'
import { join, listMembers, removeMember } from '../../features/members/members-store.server.ts'
import { endSession, listSessions, signOut } from '../../features/members/sessions-store.server.ts'
import { type SignInNeeds, signIn } from '../../features/members/sign-in.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { parseBody, readId } from '../parts/read-request.server.ts'
import {
  LINK_USED,
  linkUsed,
  MEMBER_RULES,
  problemOfJoining,
  tooManyAttempts,
} from './entry-problems.server.ts'

type Needs = SignInNeeds & { deskUrl: DeskUrl }
type OfOne = { Params: { id: string } }

const ANYONE = { config: { access: 'anyone' } } as const
const MEMBER = { config: { access: 'member' } } as const

const ENTRY_ID = /^\d{1,18}$/
const WRONG = 'The name or the password is wrong.'

/** Entry to the desk, and the people who have it. */
export async function peopleApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { db, deskUrl } = needs
  const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent'] ?? ''

  api.get('/me', ANYONE, async ({ session }) => ({ member: session?.member ?? null }))

  api.post('/sign-in', ANYONE, async (request, reply) => {
    const { name, password } = parseBody(signInSchema, request.body, WRONG)
    const outcome = await signIn(needs, {
      name,
      password,
      address: request.ip ?? '',
      userAgent: userAgentOf(request),
      oldToken: readToken(deskUrl, request),
    })
    if (outcome.status === 'wrong') throw new HttpProblem(422, WRONG, undefined, 'wrong_password')
    if (outcome.status === 'blocked') throw tooManyAttempts('wrong passwords', outcome.forS)
    sendToken(deskUrl, reply, outcome.token)
    return {}
  })

  api.post('/sign-out', MEMBER, async (request, reply) => {
    await signOut({ db }, sessionOf(request))
    sendToken(deskUrl, reply, undefined)
    return {}
  })

  api.post('/invitations/read', ANYONE, async ({ body }) => {
    const { token } = parseBody(readInvitationSchema, body, LINK_USED)
    const invitation = await findInvitation({ db }, token)
    if (invitation === undefined) throw linkUsed()
    return invitation
  })

  api.post('/join', ANYONE, async (request, reply) => {
    const joining = parseBody(joinSchema, request.body, MEMBER_RULES)
    const outcome = await join({ db }, joining)
    if (outcome.status !== 'joined') throw problemOfJoining(outcome.status)
    const { name, password } = joining
    const signedIn = await signIn(needs, {
      name,
      password,
      address: request.ip ?? '',
      userAgent: userAgentOf(request),
      oldToken: undefined,
    })
    if (signedIn.status === 'signed in') sendToken(deskUrl, reply, signedIn.token)
    return {}
  })

  api.get('/members', async () => ({
    members: await listMembers({ db }),
    invitations: await listInvitations({ db }),
  }))

  api.delete<OfOne>('/members/:id', async (request) => {
    const outcome = await removeMember({ db }, sessionOf(request).member, readId(request.params.id))
    if (outcome === 'unknown') throw new HttpProblem(404)
    if (outcome === 'last operator')
      throw new HttpProblem(409, 'The last operator cannot be removed.', undefined, 'last_operator')
    return {}
  })

  api.post('/invitations', async (request) => {
    const asked = parseBody(inviteSchema, request.body, 'An invitation is for an operator or for one NPC.')
    const token = await invite({ db }, sessionOf(request).member, asked)
    if (token === undefined) throw new HttpProblem(404, 'There is no such NPC.')
    return { link: linkOf(deskUrl, token) }
  })

  api.delete<OfOne>('/invitations/:id', async (request) => {
    const isWithdrawn = await withdrawInvitation({ db }, sessionOf(request).member, readId(request.params.id))
    if (!isWithdrawn) throw new HttpProblem(404)
    return {}
  })

  api.get('/sessions', MEMBER, async (request) => ({
    sessions: await listSessions({ db }, sessionOf(request)),
  }))

  api.delete<OfOne>('/sessions/:id', MEMBER, async (request) => {
    if (!(await endSession({ db }, sessionOf(request).member, readId(request.params.id))))
      throw new HttpProblem(404)
    return {}
  })

  api.get<{ Querystring: { before?: string } }>('/audit-log', async ({ query: { before } }) => {
    if (before !== undefined && !ENTRY_ID.test(before))
      throw new HttpProblem(400, 'Entries are listed before the id of one.')
    return { entries: await listAuditEntries({ db }, { before, limit: AUDIT_ENTRIES_PER_PAGE }) }
  })
}
