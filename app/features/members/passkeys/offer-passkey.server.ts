import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
} from '@simplewebauthn/server'
import type { Db } from '../../../platform/database/database.server.ts'
import { keyedHash } from '../../../platform/keyed-hash.server.ts'
import { householdOf, networkKey } from '../../../platform/network/visitor-address.server.ts'
import { countAttempt } from '../sign-in-attempts-store.server.ts'
import { CHALLENGE_LIFETIME_MS, insertChallenge, type Purpose } from './passkey-challenges-store.server.ts'
import { findPasskeyUser } from './passkeys-store.server.ts'
import { ALGORITHMS } from './read-passkey.server.ts'
import type { RelyingParty } from './relying-party.server.ts'

type Needs = { db: Db; party: RelyingParty }

const RP_NAME = 'NPC Stream desk'
const PER_ADDRESS = 60
const PER_NETWORK = 300

/** Nobody fills the table: the seconds to wait if this address, or its network, has asked too often. */
export async function countChallenge(
  { db, visitorSecret }: { db: Db; visitorSecret: string },
  address: string,
): Promise<number | undefined> {
  const hash = (what: string) => keyedHash(visitorSecret, `passkey challenge ${what}`)
  return countAttempt({ db }, [
    { key: hash(`by address ${householdOf(address) ?? ''}`), limit: PER_ADDRESS },
    { key: hash(`by ${networkKey(visitorSecret, address)}`), limit: PER_NETWORK },
  ])
}

/** For somebody who is about to join: no authenticator knows them yet. */
export async function offerFirstPasskey(
  { db, party }: Needs,
  { token, name }: { token: string; name: string },
) {
  const userHandle = crypto.randomUUID()
  const options = await registrationOptions(party, { name, userHandle, credentials: [] })
  await insertChallenge(
    { db },
    { challenge: options.challenge, purpose: { kind: 'join', token }, userHandle },
  )
  return options
}

/** An authenticator that has one of the member's passkeys makes no other. */
export async function offerPasskey(
  { db, party }: Needs,
  { member, id: sessionId }: { member: { id: number; name: string }; id: number },
) {
  const user = await findPasskeyUser({ db }, member.id)
  const options = await registrationOptions(party, { name: member.name, ...user })
  await insertChallenge({ db }, { challenge: options.challenge, purpose: { kind: 'add', sessionId } })
  return options
}

/** Whose passkey it is, the answer says. */
export async function offerSignIn({ db, party }: Needs) {
  return authenticationOptions({ db, party }, { kind: 'sign in' })
}

export async function offerConfirmation(
  { db, party }: Needs,
  { member, id: sessionId }: { member: { id: number }; id: number },
) {
  const { credentials } = await findPasskeyUser({ db }, member.id)
  return authenticationOptions({ db, party }, { kind: 'confirm', sessionId }, credentials)
}

type StoredCredential = { id: string; transports: string[] }

function registrationOptions(
  { id: rpID }: RelyingParty,
  { name, userHandle, credentials }: { name: string; userHandle: string; credentials: StoredCredential[] },
) {
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID,
    userID: new TextEncoder().encode(userHandle),
    userName: name,
    userDisplayName: name,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: credentials.map(withTransports),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

async function authenticationOptions(
  { db, party }: Needs,
  purpose: Purpose,
  credentials: StoredCredential[] = [],
) {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: credentials.map(withTransports),
  })
  await insertChallenge({ db }, { challenge: options.challenge, purpose })
  return options
}

/** Hints of the browser that made the passkey; whoever reads them ignores those it does not know. */
function withTransports({ id, transports }: StoredCredential) {
  return { id, transports: transports as AuthenticatorTransport[] }
}
