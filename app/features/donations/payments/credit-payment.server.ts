import type { Db, Queryable } from '../../../platform/database/database.server.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { type Claim, type Claimant, chooseClaimant, NOBODY } from '../claims/choose-claimant.ts'
import { lockIntents, type ReadIntent } from '../claims/intents-store.server.ts'
import {
  appendDonationEvent,
  changeClaimant,
  type DonationRow,
  insertCredit,
  insertDisplacement,
  listClaims,
  lockDonation,
  type PaymentFacts,
  withIntents,
} from '../donations-store.server.ts'
import { findPayers } from '../verdicts/find-payers.ts'
import type { ChainTransaction } from '../verdicts/judge-transfer.ts'
import { finishCheck } from './payment-checks-store.server.ts'

type VerifiedPayment = { txHash: string; lamports: bigint; transaction: ChainTransaction }

/** Counts a payment once, under the name with the strongest proof. Repeating it changes nothing. */
export async function creditPayment(
  { db, account }: { db: Db; account: ReceivingAccount },
  { txHash, lamports, transaction }: VerifiedPayment,
): Promise<Claimant> {
  const { accounts: references, paidAtMs, slot } = transaction
  const facts: PaymentFacts = { txHash, lamports, payers: findPayers(transaction, lamports), paidAtMs, slot }
  return inTransaction(db, async (client) => {
    const row = await lockDonation(client, txHash)
    const credited = row?.verified ? row : undefined
    const { claims, referenced } = await readClaims(client, account, txHash, references)
    const current = credited ?? NOBODY
    const { claimant, hasChanged } = chooseClaimant(current, claims, { ...facts, referenced })
    await finishCheck(client, txHash)
    if (credited?.receiving_account_id === account.id && !hasChanged) return claimant
    const after = await insertCredit(client, account.id, facts, claimant)
    if (row) await recordDisplacement(client, row, claimant)
    await appendDonationEvent(client, after)
    return claimant
  })
}

async function readClaims(
  client: Queryable,
  account: ReceivingAccount,
  txHash: string,
  references: string[],
): Promise<{ claims: Claim[]; referenced: ReadIntent | undefined }> {
  const rows = await listClaims(client, txHash)
  const ids = rows.flatMap(({ intent_id }) => intent_id ?? [])
  const intents = await lockIntents(client, account.id, { txHash, ids, references })
  return {
    claims: withIntents(rows, intents),
    referenced: intents.find(({ reference }) => references.includes(reference)),
  }
}

/** Gives a credited payment to another claimant. */
export async function reassignCredit(client: Queryable, row: DonationRow, to: Claimant): Promise<void> {
  const after = await changeClaimant(client, row.tx_hash, to)
  await recordDisplacement(client, row, to)
  await appendDonationEvent(client, after)
}

async function recordDisplacement(client: Queryable, from: DonationRow, to: Claimant): Promise<void> {
  if (from.username !== to.username) await insertDisplacement(client, from.tx_hash, from, to)
}
