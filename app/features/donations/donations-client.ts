import type { Problem } from '../../platform/http/problem.ts'
import {
  type Donation,
  type DonationIntent,
  type DonationsOfNpc,
  type IntentState,
  SUPPORTED_NPC_ID,
  type Verification,
  type WireTransaction,
} from './contract.ts'

const PATIENCE_MS = 15_000

export type Donor = { username: string; x_account?: string; amount: number }

/** The server said no; its message is a sentence for the visitor. */
export class ApiProblem extends Error {
  readonly status: number
  /** Names the broken rule, and begins with the field. */
  readonly code: string | undefined
  constructor(status: number, detail: string, code?: string) {
    super(detail)
    this.status = status
    this.code = code
  }
}

export function fetchDonations(): Promise<DonationsOfNpc> {
  return ask(`/api/npcs/${SUPPORTED_NPC_ID}/donations`)
}

type ClaimBody = Donor & {
  tx_hash: string
  intent?: string
  wallet?: { address: string; signature: string; issued_at: string }
}

export function submitClaim(donation: ClaimBody): Promise<Donation> {
  return ask(`/api/npcs/${SUPPORTED_NPC_ID}/donations`, donation)
}

export function requestVerification(txHash: string): Promise<Verification> {
  return ask('/api/verify-solana-tx', { txHash })
}

export function requestIntent(donor: Donor): Promise<DonationIntent> {
  return ask(`/api/npcs/${SUPPORTED_NPC_ID}/donation-intents`, donor)
}

export function fetchIntentState(intentId: string): Promise<IntentState> {
  return ask(`/api/donation-intents/${intentId}`)
}

export async function fetchTransfer(intentId: string, payer: string): Promise<Uint8Array> {
  const { transaction } = await ask<WireTransaction>(`/api/donation-intents/${intentId}/transaction`, {
    payer,
  })
  return Uint8Array.from(atob(transaction), (letter) => letter.charCodeAt(0))
}

export function sendSignedTransfer(intentId: string, signed: Uint8Array): Promise<{ tx_hash: string }> {
  const transaction = btoa(String.fromCharCode(...signed))
  return ask(`/api/donation-intents/${intentId}/signed-transaction`, { transaction })
}

async function ask<T>(address: string, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const response = await (body === undefined
    ? fetch(address, { signal })
    : fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }))
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined
  if (problem?.detail) throw new ApiProblem(response.status, problem.detail, problem.code)
  throw new Error(`${address} answered ${response.status}`)
}
