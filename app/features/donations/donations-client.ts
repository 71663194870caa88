import { getJson, sendJson } from '../../platform/browser/api-client.ts'
import { LIVE_NPC_ID } from '../npcs/contract.ts'
import type {
  Donation,
  DonationIntent,
  DonationsOfNpc,
  IntentState,
  Verification,
  WireTransaction,
} from './contract.ts'

export type Donor = { username: string; x_account?: string; amount: number }

export function fetchDonations(): Promise<DonationsOfNpc> {
  return getJson(`/api/npcs/${LIVE_NPC_ID}/donations`)
}

type ClaimBody = Donor & {
  tx_hash: string
  intent?: string
  wallet?: { address: string; signature: string; issued_at: string }
}

export function submitClaim(donation: ClaimBody): Promise<Donation> {
  return sendJson('POST', `/api/npcs/${LIVE_NPC_ID}/donations`, donation)
}

export function requestVerification(txHash: string): Promise<Verification> {
  return sendJson('POST', '/api/verify-solana-tx', { txHash })
}

export function requestIntent(donor: Donor): Promise<DonationIntent> {
  return sendJson('POST', `/api/npcs/${LIVE_NPC_ID}/donation-intents`, donor)
}

export function fetchIntentState(intentId: string): Promise<IntentState> {
  return getJson(`/api/donation-intents/${intentId}`)
}

export async function fetchTransfer(intentId: string, payer: string): Promise<Uint8Array> {
  const { transaction } = await sendJson<WireTransaction>(
    'POST',
    `/api/donation-intents/${intentId}/transaction`,
    {
      payer,
    },
  )
  return Uint8Array.from(atob(transaction), (letter) => letter.charCodeAt(0))
}

export function sendSignedTransfer(intentId: string, signed: Uint8Array): Promise<{ tx_hash: string }> {
  const transaction = btoa(String.fromCharCode(...signed))
  return sendJson('POST', `/api/donation-intents/${intentId}/signed-transaction`, { transaction })
}
