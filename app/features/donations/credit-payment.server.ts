import type pg from 'pg'
import type { Db } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/in-transaction.server.ts'
import { type Claimant, chooseClaimant, NOBODY } from './choose-claimant.ts'
import {
  type Credit,
  type DonationLine,
  insertDisplacement,
  listClaims,
  lockDonation,
  toSupporter,
  upsertCredit,
} from './donations-store.server.ts'
import { findIntentByReference } from './intents-store.server.ts'
import type { ChainTransaction } from './judge-transfer.ts'
import { finishCheck } from './payment-checks-store.server.ts'

type Payment = { npcId: string; txHash: string; lamports: bigint; transaction: ChainTransaction }

/** Counts a payment once, under the name with the strongest proof. Doing it again changes nothing. */
export async function creditPayment({ db }: { db: Db }, payment: Payment): Promise<void> {
  const { npcId, txHash, lamports, transaction } = payment
  const { payer, paidAtMs } = transaction
  await inTransaction(db, async (client) => {
    const line = await lockDonation(client, txHash)
    const credited = line?.verified ? line : undefined
    const referenced = await findReferenced(client, transaction)
    const claims = await listClaims(client, txHash)
    const to =
      credited?.proof === 'reference'
        ? credited
        : (referenced ?? chooseClaimant(credited ?? NOBODY, claims, { payer, paidAtMs }))
    await finishCheck(client, txHash)
    // Last: telling of it holds a lock that all events wait for, until the commit.
    if (to !== credited) await creditLine(client, line, { npcId, txHash, lamports, payer, paidAtMs, to })
  })
}

async function findReferenced(
  client: pg.PoolClient,
  { accounts }: ChainTransaction,
): Promise<Claimant | undefined> {
  const intent = await findIntentByReference(client, accounts)
  if (intent === undefined) return undefined
  const { username, x_account, id, created_at } = intent
  return { username, x_account, intent_id: id, begunAtMs: created_at.getTime(), proof: 'reference' }
}

/** Gives the line its name, keeps a record of a name it had before, and tells everybody. */
export async function creditLine(
  client: pg.PoolClient,
  before: DonationLine | undefined,
  credit: Credit,
): Promise<void> {
  const after = await upsertCredit(client, credit)
  if (before && before.username !== after.username)
    await insertDisplacement(client, { txHash: credit.txHash, from: before, to: credit.to })
  const data = { ...toSupporter(after), npc_id: after.npc_id }
  await client.query("select append_event('donation', $1)", [JSON.stringify(data)])
}
