import type { Db, Queryable } from '../../../platform/database/database.server.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { type Donation, toSol } from '../contract.ts'
import type { NewDonation } from '../donation-requests.server.ts'
import {
  type ClaimRow,
  type DonationRow,
  insertClaim,
  insertDonation,
  listClaims,
  lockDonation,
  toDonation,
  withIntents,
} from '../donations-store.server.ts'
import { reassignCredit } from '../payments/credit-payment.server.ts'
import { enqueueClaimed, findCheck } from '../payments/payment-checks-store.server.ts'
import { chooseClaimant, couldWin } from './choose-claimant.ts'
import { lockIntents, readIntents } from './intents-store.server.ts'
import { type ClaimOrigin, hasTooManyOpen } from './open-claims-store.server.ts'

export type Recorded =
  | { status: 'created'; donation: Donation }
  | { status: 'already_claimed' }
  | { status: 'too_many_open_claims' }

export type NewClaim = { npcId: string; given: NewDonation; from: ClaimOrigin }

/** Limits strangers. A donor needs a few claims at most: one per device or wallet. */
const MAX_CLAIMS_PER_PAYMENT = 20

/** Records a claim on a payment. The payment queue checks it on the chain afterwards. */
export async function recordClaim(
  { db, account }: { db: Db; account: ReceivingAccount },
  claim: NewClaim,
): Promise<Recorded> {
  const { npcId, given, from } = claim
  const { tx_hash: txHash } = given
  return inTransaction(db, async (client) => {
    const row = await lockDonation(client, txHash)
    if (row?.verified) return challengeCredited(client, account, row, claim)
    const check = await findCheck(client, txHash)
    const isOpen = check !== undefined && check.rejected_for === null
    if (row && check?.rejected_for !== 'not_found' && !(await isAdmissible(client, account, claim)))
      return { status: 'already_claimed' }
    if (!isOpen && (await hasTooManyOpen(client, from))) return { status: 'too_many_open_claims' }
    const kept = row ?? (await insertDonation(client, account.id, npcId, given))
    await insertClaim(client, npcId, given)
    await enqueueClaimed(client, { txHash, npcId, accountId: account.id, from })
    return { status: 'created', donation: asClaimed(kept, given) }
  })
}

/** The payment is already credited: a claim with a stronger proof gets it at once. */
async function challengeCredited(
  client: Queryable,
  account: ReceivingAccount,
  row: DonationRow,
  { npcId, given }: NewClaim,
): Promise<Recorded> {
  if (row.receiving_account_id !== account.id) return { status: 'already_claimed' }
  const { lamports, payers, paid_at, tx_hash: txHash } = row
  const intents = given.intent ? await lockIntents(client, account.id, { txHash, ids: [given.intent] }) : []
  const payment = { lamports, payers, paidAtMs: paid_at?.getTime(), referenced: undefined }
  const { claimant, hasChanged } = chooseClaimant(
    row,
    withIntents([toClaimRow(npcId, given)], intents),
    payment,
  )
  if (!hasChanged) return { status: 'already_claimed' }
  await insertClaim(client, npcId, given)
  await reassignCredit(client, row, claimant)
  return { status: 'created', donation: asClaimed(row, given) }
}

/** While the payment is unverified, a further claim is accepted only if it may turn out stronger. */
async function isAdmissible(
  client: Queryable,
  account: ReceivingAccount,
  { npcId, given }: NewClaim,
): Promise<boolean> {
  const { tx_hash: txHash } = given
  const rows = [...(await listClaims(client, txHash)), toClaimRow(npcId, given)]
  if (rows.length > MAX_CLAIMS_PER_PAYMENT) return false
  const ids = rows.flatMap(({ intent_id }) => intent_id ?? [])
  const claims = withIntents(rows, await readIntents(client, account.id, { txHash, ids }))
  const own = claims.pop()
  return own !== undefined && couldWin(own, claims)
}

function toClaimRow(npcId: string, { username, x_account, wallet, intent }: NewDonation): ClaimRow {
  return {
    npc_id: npcId,
    username,
    x_account,
    wallet: wallet?.address ?? null,
    intent_id: intent ?? null,
  }
}

function asClaimed(row: DonationRow, { username, x_account, amount }: NewDonation): Donation {
  return { ...toDonation(row), username, x_account, amount: toSol(amount), verified: false }
}
