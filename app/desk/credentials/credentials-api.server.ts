import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type DeskUrl,
  readToken,
  sendToken,
  sessionOf,
  signedOut,
} from '../../features/members/access.server.ts'
import { findInvitation } from '../../features/members/invitations-store.server.ts'
import { isNameTaken, setPassword } from '../../features/members/members-store.server.ts'
import {
  addOptionsSchema,
  addPasskeySchema,
  joinOptionsSchema,
  MAX_PASSKEYS,
  type Proof,
  passkeyJoinSchema,
  passkeySignInSchema,
  passwordChangeSchema,
} from '../../features/members/passkeys/contract.ts'
import { joinWithPasskey, keepPasskey } from '../../features/members/passkeys/keep-passkey.server.ts'
import {
  countChallenge,
  offerConfirmation,
  offerFirstPasskey,
  offerPasskey,
  offerSignIn,
} from '../../features/members/passkeys/offer-passkey.server.ts'
import { listCredentials, removePasskey } from '../../features/members/passkeys/passkeys-store.server.ts'
import { type RelyingParty, relyingPartyOf } from '../../features/members/passkeys/relying-party.server.ts'
import { isConfirmed, signInWithPasskey } from '../../features/members/passkeys/use-passkey.server.ts'
import { openSession } from '../../features/members/sessions-store.server.ts'
import type { SignInNeeds } from '../../features/members/sign-in.server.ts'
import { countAttempt } from '../../features/members/sign-in-attempts-store.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { parseBody, readId } from '../parts/read-request.server.ts'
import {
  linkUsed,
  MEMBER_RULES,
  nameTaken,
  passkeyKnown,
  problemOfJoining,
  tooManyAttempts,
} from '../people/entry-problems.server.ts'

type Needs = SignInNeeds & { deskUrl: DeskUrl }
type OfOne = { Params: { id: string } }

const ANYONE = { config: { access: 'anyone' } } as const
const MEMBER = { config: { access: 'member' } } as const

const PROOFS = 10
const NOT_ACCEPTED = 'This passkey was not accepted. Please try again, or use a password.'

/** Passkeys, and the password of those who are signed in. */
export async function credentialsApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { db, deskUrl } = needs
  const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent'] ?? ''

  function partyOf(): RelyingParty {
    const party = relyingPartyOf(deskUrl())
    if (party) return party
    throw new HttpProblem(
      409,
      'Passkeys need a desk with a host name and https. Please use a password.',
      undefined,
      'no_passkeys_here',
    )
  }

  async function limitChallenges({ ip }: FastifyRequest): Promise<void> {
    const blockedForS = await countChallenge(needs, ip ?? '')
    if (blockedForS !== undefined) throw tooManyAttempts('attempts with passkeys', blockedForS)
  }

  async function assertConfirmed(request: FastifyRequest, proof: Proof): Promise<void> {
    const session = sessionOf(request)
    const key = `change of password ${session.member.id}`
    const blockedForS = await countAttempt({ db }, [{ key, limit: PROOFS }])
    if (blockedForS !== undefined) throw tooManyAttempts('wrong passwords', blockedForS)
    if (await isConfirmed({ db, party: relyingPartyOf(deskUrl()) }, session, proof)) return
    if ('assertion' in proof) throw notAccepted()
    throw new HttpProblem(422, 'Your current password is wrong.', undefined, 'wrong_password')
  }

  api.post('/passkeys/sign-in-options', ANYONE, async (request) => {
    const party = partyOf()
    await limitChallenges(request)
    return offerSignIn({ db, party })
  })

  api.post('/passkeys/sign-in', ANYONE, async (request, reply) => {
    const { assertion } = parseBody(passkeySignInSchema, request.body, NOT_ACCEPTED)
    const oldToken = readToken(deskUrl, request)
    const browser = { userAgent: userAgentOf(request), oldToken }
    const token = await signInWithPasskey({ db, party: partyOf() }, assertion, browser)
    if (token === undefined) throw notAccepted()
    sendToken(deskUrl, reply, token)
    return {}
  })

  api.post('/passkeys/join-options', ANYONE, async (request) => {
    const { token, name } = parseBody(joinOptionsSchema, request.body, MEMBER_RULES)
    const party = partyOf()
    await limitChallenges(request)
    if ((await findInvitation({ db }, token)) === undefined) throw linkUsed()
    // Before an authenticator makes a passkey that nobody could use.
    if (await isNameTaken({ db }, name)) throw nameTaken()
    return offerFirstPasskey({ db, party }, { token, name })
  })

  api.post('/passkeys/join', ANYONE, async (request, reply) => {
    const { token, name } = parseBody(joinOptionsSchema, request.body, MEMBER_RULES)
    const { passkey } = parseBody(passkeyJoinSchema, request.body, NOT_ACCEPTED)
    const userAgent = userAgentOf(request)
    const joining = { token, name, passkey, userAgent }
    const outcome = await joinWithPasskey({ db, party: partyOf() }, joining)
    if (outcome.status === 'rejected') throw notAccepted()
    if (outcome.status !== 'joined') throw problemOfJoining(outcome.status)
    sendToken(deskUrl, reply, await openSession({ db }, outcome.member, { userAgent }))
    return {}
  })

  api.get('/credentials', MEMBER, async (request) => listCredentials({ db }, sessionOf(request).member.id))

  api.post('/passkeys/confirm-options', MEMBER, async (request) => {
    const party = partyOf()
    await limitChallenges(request)
    return offerConfirmation({ db, party }, sessionOf(request))
  })

  api.post('/passkeys/add-options', MEMBER, async (request) => {
    const { proof } = parseBody(addOptionsSchema, request.body, 'Confirm that it is you.')
    const party = partyOf()
    await limitChallenges(request)
    await assertConfirmed(request, proof)
    return offerPasskey({ db, party }, sessionOf(request))
  })

  api.post('/passkeys', MEMBER, async (request) => {
    const { passkey: answer } = parseBody(addPasskeySchema, request.body, NOT_ACCEPTED)
    const made = { answer, userAgent: userAgentOf(request) }
    const outcome = await keepPasskey({ db, party: partyOf() }, sessionOf(request), made)
    if (outcome === 'rejected') throw notAccepted()
    if (outcome === 'known') throw passkeyKnown()
    if (outcome === 'too many')
      throw new HttpProblem(409, `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
    return {}
  })

  api.delete<OfOne>('/passkeys/:id', MEMBER, async (request) => {
    const outcome = await removePasskey({ db }, sessionOf(request), readId(request.params.id))
    if (outcome === 'unknown') throw new HttpProblem(404)
    if (outcome === 'last')
      throw new HttpProblem(
        409,
        'This passkey is your only way to sign in. Add a password or another passkey first.',
        undefined,
        'last_credential',
      )
    return {}
  })

  api.put('/password', MEMBER, async (request) => {
    const { proof, next } = parseBody(passwordChangeSchema, request.body, MEMBER_RULES)
    await assertConfirmed(request, proof)
    if (!(await setPassword({ db }, sessionOf(request), next))) throw signedOut()
    return {}
  })
}

function notAccepted(): HttpProblem {
  return new HttpProblem(422, NOT_ACCEPTED, undefined, 'passkey_rejected')
}
