import { randomBytes } from 'node:crypto'
import { getAddressDecoder } from '@solana/kit'
import type { Queryable } from '../../../platform/database/database.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { type DonationIntent, toSolText } from '../contract.ts'
import type { NewIntent } from '../donation-requests.server.ts'
import { insertIntent } from './intents-store.server.ts'

type Payee = { npcId: string; account: ReceivingAccount; label: string; message: string }

const KEY_BYTES = 32

/** Creates an intent with its reference: a random account that its payment names and nobody can spend from. */
export async function createIntent(
  db: Queryable,
  { npcId, account, label, message }: Payee,
  { username, x_account, amount }: NewIntent,
): Promise<DonationIntent> {
  const id = randomBytes(KEY_BYTES).toString('base64url')
  const reference = getAddressDecoder().decode(randomBytes(KEY_BYTES))
  const intent = { id, npc_id: npcId, username, x_account, lamports: amount, reference }
  await insertIntent(db, account.id, intent)
  return {
    id,
    reference,
    payment_url: paymentUrl(account.address, { amount: toSolText(amount), reference, label, message }),
  }
}

/** A Solana Pay transfer request. */
function paymentUrl(address: string, fields: Record<string, string>): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `solana:${address}?${query.join('&')}`
}
