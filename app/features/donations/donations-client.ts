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
import type { ClaimBody, IntentBody } from './donation-requests.server.ts'

export function fetchDonations(): Promise<DonationsOfNpc> {
  return getJson(`/api/npcs/${LIVE_NPC_ID}/donations`)
}

export function postClaim(claim: ClaimBody): Promise<Donation> {
  return sendJson('POST', `/api/npcs/${LIVE_NPC_ID}/donations`, claim)
}

export function requestVerification(txHash: string): Promise<Verification> {
  return sendJson('POST', '/api/verify-solana-tx', { txHash })
}

export function requestIntent(donor: IntentBody): Promise<DonationIntent> {
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
