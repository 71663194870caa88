import type { Db } from '../../../platform/database/database.server.ts'
import { admitMember, type Joined } from '../members-store.server.ts'
import type { CurrentSession } from '../sessions-store.server.ts'
import type { NewPasskeyAnswer } from './contract.ts'
import { type Purpose, takeChallenge } from './passkey-challenges-store.server.ts'
import { type Added, addPasskey } from './passkeys-store.server.ts'
import { readChallenge, readNewPasskey } from './read-passkey.server.ts'
import type { RelyingParty } from './relying-party.server.ts'

type Needs = { db: Db; party: RelyingParty }
type Joining = { token: string; name: string; passkey: NewPasskeyAnswer; userAgent: string }

export async function joinWithPasskey(
  needs: Needs,
  { token, name, passkey: answer, userAgent }: Joining,
): Promise<Joined | { status: 'rejected' }> {
  const made = await takeNewPasskey(needs, answer, { kind: 'join', token })
  if (made === undefined) return { status: 'rejected' }
  const { userHandle, passkey } = made
  return admitMember(needs, {
    token,
    name,
    credential: { userHandle, passkey: { ...passkey, userAgent } },
  })
}

export async function keepPasskey(
  needs: Needs,
  { id: sessionId, member }: CurrentSession,
  { answer, userAgent }: { answer: NewPasskeyAnswer; userAgent: string },
): Promise<Added | 'rejected'> {
  const made = await takeNewPasskey(needs, answer, { kind: 'add', sessionId })
  return made ? addPasskey(needs, member, { ...made.passkey, userAgent }) : 'rejected'
}

async function takeNewPasskey({ db, party }: Needs, answer: NewPasskeyAnswer, purpose: Purpose) {
  const challenge = readChallenge(answer)
  const taken = challenge && (await takeChallenge({ db }, challenge, purpose))
  if (!taken) return undefined
  const passkey = await readNewPasskey(party, answer, challenge)
  return passkey && { passkey, userHandle: taken.userHandle }
}
