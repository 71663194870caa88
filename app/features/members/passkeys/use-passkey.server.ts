import type { Db } from '../../../platform/database/database.server.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import { changeWithRecord } from '../audit-log-store.server.ts'
import { findPasswordHash } from '../members-store.server.ts'
import { isPassword } from '../password.server.ts'
import { type Browser, type CurrentSession, insertSession } from '../sessions-store.server.ts'
import type { Assertion, Proof } from './contract.ts'
import { type Purpose, takeChallenge } from './passkey-challenges-store.server.ts'
import { findPasskey, recordUse } from './passkeys-store.server.ts'
import { readChallenge, readCounter } from './read-passkey.server.ts'
import type { RelyingParty } from './relying-party.server.ts'

type Needs = { db: Db; party: RelyingParty | undefined }

/** Returns the token of the new session; undefined if the passkey is not accepted. */
export async function signInWithPasskey(
  needs: Needs,
  assertion: Assertion,
  browser: Browser,
): Promise<string | undefined> {
  const used = await checkAssertion(needs, assertion, { kind: 'sign in' })
  if (used === undefined) return undefined
  const { passkey, counter } = used
  const change = await changeWithRecord(needs.db, passkey.member, async (client) => {
    if (!(await recordUse(client, passkey.id, counter))) return undefined
    const token = await insertSession(client, { member: passkey.member, ...browser })
    return { action: 'signed in', details: { with: 'a passkey' }, token }
  })
  return change?.token
}

/** Whether it is the member who sits at this session: they know the password, or have one of the passkeys. */
export async function isConfirmed(
  needs: Needs,
  { id: sessionId, member }: CurrentSession,
  proof: Proof,
): Promise<boolean> {
  if ('current' in proof) return isPassword(proof.current, await findPasswordHash(needs, member.id))
  const used = await checkAssertion(needs, proof.assertion, { kind: 'confirm', sessionId })
  if (used?.passkey.member.id !== member.id) return false
  return inTransaction(needs.db, (client) => recordUse(client, used.passkey.id, used.counter))
}

async function checkAssertion({ db, party }: Needs, assertion: Assertion, purpose: Purpose) {
  const expectedChallenge = readChallenge(assertion)
  if (party === undefined || expectedChallenge === undefined) return undefined
  if ((await takeChallenge({ db }, expectedChallenge, purpose)) === undefined) return undefined
  const passkey = await findPasskey({ db }, assertion.id)
  if (passkey === undefined || !isOwner(passkey.userHandle, assertion)) return undefined
  const counter = await readCounter(party, assertion, { passkey, expectedChallenge })
  return counter === undefined ? undefined : { passkey, counter }
}

function isOwner(userHandle: string, { response }: Assertion): boolean {
  return (
    response.userHandle === undefined ||
    Buffer.from(response.userHandle, 'base64url').toString() === userHandle
  )
}
