import type { Db } from '../../platform/database/database.server.ts'
import { keyedHash } from '../../platform/keyed-hash.server.ts'
import { householdOf } from '../../platform/network/visitor-address.server.ts'
import { findMember } from './members-store.server.ts'
import { isPassword } from './password.server.ts'
import { type Browser, openSession } from './sessions-store.server.ts'
import { countAttempt, forgetAttempts } from './sign-in-attempts-store.server.ts'

export type SignInNeeds = { db: Db; visitorSecret: string }

type SignedIn =
  | { status: 'signed in'; token: string }
  | { status: 'wrong' }
  | { status: 'blocked'; forS: number }
type SigningIn = Browser & { name: string; password: string; address: string }

const PER_NAME_AND_ADDRESS = 10
/** Of an address. */
const PER_ADDRESS = 50
/** From all addresses together: nobody can lock a member out with fewer. */
const PER_NAME = 300

/** Always with a new token, so that nobody can know it beforehand. */
export async function signIn({ db, visitorSecret }: SignInNeeds, attempt: SigningIn): Promise<SignedIn> {
  const { name, password, address, userAgent, oldToken } = attempt
  // Hashed: an address is nobody's business, and some type their password into the field of the name.
  const hash = (what: string) => keyedHash(visitorSecret, `sign-in ${what}`)
  const [who, from] = [name.toLowerCase(), householdOf(address) ?? '']
  const ownKey = hash(`by name and address ${from} ${who}`)
  const count = (key: string, limit: number) => countAttempt({ db }, [{ key, limit }])
  // One after the other: what an address sends beyond its own limits counts for no name.
  const blockedForS =
    (await count(hash(`by address ${from}`), PER_ADDRESS)) ??
    (await count(ownKey, PER_NAME_AND_ADDRESS)) ??
    (await count(hash(`by name ${who}`), PER_NAME))
  if (blockedForS !== undefined) return { status: 'blocked', forS: blockedForS }
  const { member, passwordHash } = await findMember({ db }, name)
  const isRight = await isPassword(password, passwordHash)
  if (member === undefined || !isRight) return { status: 'wrong' }
  await forgetAttempts({ db }, ownKey)
  const token = await openSession({ db }, member, { userAgent, oldToken, passwordHash })
  return token ? { status: 'signed in', token } : { status: 'wrong' }
}
