import { randomBytes } from 'node:crypto'
import { getAddressDecoder } from '@solana/kit'
import type { InferOutput } from 'valibot'
import type { Db } from '../../../platform/database/database.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { type DonationIntent, LAMPORTS_PER_SOL } from '../contract.ts'
import type { createIntentSchema } from '../donation-requests.server.ts'
import { insertIntent } from './intents-store.server.ts'

type NewIntent = InferOutput<typeof createIntentSchema>
type Payee = { npcId: string; account: ReceivingAccount; label: string }

const KEY_BYTES = 32

/** Makes a reference for this donation: a random account that the payment names and nobody can spend from. */
export async function createIntent(
  { db }: { db: Db },
  { npcId, account, label }: Payee,
  { username, x_account, amount }: NewIntent,
): Promise<DonationIntent> {
  const id = randomBytes(KEY_BYTES).toString('base64url')
  const reference = getAddressDecoder().decode(randomBytes(KEY_BYTES))
  const intent = { id, npc_id: npcId, username, x_account, lamports: amount, reference }
  await insertIntent(db, account.id, intent)
  return { id, reference, payment_url: paymentUrl(account.address, amount, reference, label) }
}

/** After the Solana Pay specification's transfer request. */
function paymentUrl(address: string, lamports: bigint, reference: string, label: string): string {
  const fields = { amount: inSol(lamports), reference, label, message: `Support an NPC on ${label}` }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `solana:${address}?${query.join('&')}`
}

function inSol(lamports: bigint): string {
  const fraction = String(lamports % LAMPORTS_PER_SOL)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const whole = lamports / LAMPORTS_PER_SOL
  return fraction === '' ? `${whole}` : `${whole}.${fraction}`
}
