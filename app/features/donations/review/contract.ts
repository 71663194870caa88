import * as v from 'valibot'
import { MAX_TX_HASH_LENGTH, type PaymentTerms, type Reason } from '../contract.ts'

export const PAYMENT_STATUSES = ['credited', 'pending', 'rejected'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Why a payment has its name; docs/payments.md has the rule. */
export type ProofCode = 'reference' | 'signature' | 'intent' | 'paste' | 'none'

type Payment = {
  tx_hash: string
  npc_id: string
  /** Of a claim, the first one; null if nobody claimed it. */
  username: string | null
  x_account: string | null
  created_at: string
}

export type CreditedPayment = Payment & {
  status: 'credited'
  username: string
  /** Whole, as a text: a number would lose the last digits of a large payment. */
  lamports: string
  is_name_hidden: boolean
  proof: ProofCode
  /** The block time. */
  paid_at: string | null
}

export type CheckedPayment = Payment & {
  status: 'pending' | 'rejected'
  /** What the claimant typed, which counts for nothing. */
  typed_lamports: string | null
  /** Null until the first check has ended. */
  reason: Reason | null
  attempts: number
  next_check_at: string | null
}

export type ReviewedPayment = CreditedPayment | CheckedPayment

/** `next`: the cursor of the next page, null on the last one. */
export type PaymentsPage = { payments: ReviewedPayment[]; next: string | null }

/** The last comparison with the balance on the chain; `outcome` is null if it was the first. */
export type LastReconciliation = {
  at: string
  outcome: 'balanced' | 'missing' | 'unbacked' | null
  /** The balance of the receiving address. */
  lamports: string
}

export type CreditSums = { lamports: string; payments: number; supporters: number }
export type DonationsSummary = PaymentTerms & CreditSums
export type SiteDonationsSummary = DonationsSummary & {
  pending: number
  rejected: number
  reconciliation: LastReconciliation | null
}

/** Creation time in microseconds and the key of the last row, which a page continues below. */
const CURSOR = /^\d{1,16}_[\dA-Za-z]{1,88}$/
const NO_CONTROLS = /^\P{Cc}*$/u

const page = { before: v.optional(v.pipe(v.string(), v.regex(CURSOR))) }
const search = v.optional(v.pipe(v.string(), v.maxLength(MAX_TX_HASH_LENGTH), v.regex(NO_CONTROLS)), '')

export const creditedQuerySchema = v.object({ ...page, search })
export const paymentsQuerySchema = v.object({ ...page, search, status: v.picklist(PAYMENT_STATUSES) })

/** With the name that the operator saw: another one may have taken its place. */
export const hideNameSchema = v.object({
  is_name_hidden: v.boolean(),
  username: v.pipe(v.string(), v.maxLength(200)),
  x_account: v.nullable(v.pipe(v.string(), v.maxLength(200))),
})
export type NameChange = v.InferOutput<typeof hideNameSchema>
