import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import { type Claim, chooseClaimant, couldWin } from './choose-claimant.ts'
import { type Donation, toSol } from './contract.ts'
import { creditLine } from './credit-payment.server.ts'
import {
  type DonationLine,
  insertClaim,
  insertDonation,
  listClaims,
  lockDonation,
  toDonation,
} from './donations-store.server.ts'
import type { Intent } from './intents-store.server.ts'
import { enqueueClaimed, findCheck } from './payment-checks-store.server.ts'
import type { NewDonation } from './requests.server.ts'

export type Recorded = { status: 'created'; donation: Donation } | { status: 'already_claimed' }

const REOPENED_WITHIN_MS = 24 * 60 * 60_000

/** Takes down who says that a payment is his. What the chain says of it is looked up afterwards. */
export async function recordDonation(
  { db, clock }: { db: Db; clock: Clock },
  npcId: string,
  given: NewDonation,
  intent: Intent | undefined,
): Promise<Recorded> {
  const claim = toClaim(given, intent)
  return inTransaction(db, async (client) => {
    const line = await lockDonation(client, given.tx_hash)
    if (line?.verified) return challengeCredited(client, line, given, claim)
    if (line && !(await isHeard(client, line, claim, clock))) return { status: 'already_claimed' }
    const kept = line ?? (await insertDonation(client, npcId, given))
    await insertClaim(client, npcId, given)
    await enqueueClaimed(client, kept.tx_hash, kept.npc_id)
    return { status: 'created', donation: asClaimed(kept, given) }
  })
}

/** The payment is known: a claim takes it over at once when its proof is the stronger one. */
async function challengeCredited(
  client: pg.PoolClient,
  line: DonationLine,
  given: NewDonation,
  claim: Claim,
): Promise<Recorded> {
  const { npc_id: npcId, tx_hash: txHash, lamports } = line
  const payment = { payer: line.payer ?? '', paidAtMs: line.paid_at?.getTime() }
  const to = chooseClaimant(line, [claim], payment)
  if (to === line) return { status: 'already_claimed' }
  await insertClaim(client, npcId, given)
  await creditLine(client, line, { npcId, txHash, lamports, ...payment, to })
  return { status: 'created', donation: asClaimed(line, given) }
}

/** Nobody knows yet whose payment it is: a second claim is heard when it may prove the stronger, or gives new hope. */
async function isHeard(
  client: pg.PoolClient,
  line: DonationLine,
  claim: Claim,
  clock: Clock,
): Promise<boolean> {
  return couldWin(claim, await listClaims(client, line.tx_hash)) || givesNewHope(client, line, clock)
}

/** What was nowhere to be seen is looked for again when somebody insists. */
async function givesNewHope(client: pg.PoolClient, line: DonationLine, clock: Clock): Promise<boolean> {
  const isYoung = clock.now() - line.created_at.getTime() < REOPENED_WITHIN_MS
  return isYoung && (await findCheck({ db: client }, line.tx_hash))?.rejected_for === 'not_found'
}

function toClaim({ username, x_account, wallet }: NewDonation, intent: Intent | undefined): Claim {
  return {
    username,
    x_account,
    wallet: wallet?.address ?? null,
    intent: intent ? { id: intent.id, begunAtMs: intent.created_at.getTime() } : null,
  }
}

function asClaimed(line: DonationLine, { username, x_account, amount }: NewDonation): Donation {
  return { ...toDonation(line), username, x_account, amount: toSol(amount), verified: false }
}
