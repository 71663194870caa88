import type { Db } from '../../../platform/database/database.server.ts'
import { hashToken } from '../token.server.ts'

const MINUTES_VALID = 5
export const CHALLENGE_LIFETIME_MS = MINUTES_VALID * 60_000
/** With each new one: between the hourly prunings nothing piles up. */
const PRUNED_AT_ONCE = 10

/** Who may use a challenge, and what for. */
export type Purpose =
  | { kind: 'sign in' }
  | { kind: 'join'; token: string }
  | { kind: 'add' | 'confirm'; sessionId: number }

type NewChallenge = { challenge: string; purpose: Purpose; userHandle?: string }

export async function insertChallenge(
  { db }: { db: Db },
  { challenge, purpose, userHandle }: NewChallenge,
): Promise<void> {
  await pruneChallenges({ db, limit: PRUNED_AT_ONCE })
  await db.query(
    `insert into passkey_challenges (challenge_hash, purpose, user_handle, expires_at)
     values ($1, $2, coalesce($3, gen_random_uuid()), now() + $4 * interval '1 minute')`,
    [hashToken(challenge), describe(purpose), userHandle ?? null, MINUTES_VALID],
  )
}

/** Undefined if it was never given out for this, has expired or is used. */
export async function takeChallenge(
  { db }: { db: Db },
  challenge: string,
  purpose: Purpose,
): Promise<{ userHandle: string } | undefined> {
  const { rows } = await db.query<{ userHandle: string }>(
    `delete from passkey_challenges where challenge_hash = $1 and purpose = $2 and expires_at > now()
     returning user_handle as "userHandle"`,
    [hashToken(challenge), describe(purpose)],
  )
  return rows[0]
}

export async function pruneChallenges({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    // As an array, so that no plan runs the selection, and with it the limit, more than once.
    `delete from passkey_challenges where challenge_hash = any (array(
       select challenge_hash from passkey_challenges where expires_at < now() limit $1 for update skip locked))`,
    [limit],
  )
  return rowCount ?? 0
}

function describe(purpose: Purpose): string {
  if (purpose.kind === 'sign in') return purpose.kind
  const bound = purpose.kind === 'join' ? hashToken(purpose.token).toString('base64url') : purpose.sessionId
  return `${purpose.kind} ${bound}`
}
