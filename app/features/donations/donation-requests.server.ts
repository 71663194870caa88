import * as v from 'valibot'
import { normalizeName } from '../../platform/names/shown-name.ts'
import { isHandle, readHandle } from '../../platform/names/x-handle.ts'
import { findNameFault } from './claims/donor-name.ts'
import { INTENT_ID, MAX_LAMPORTS, MAX_TX_HASH_LENGTH, MIN_LAMPORTS, parseSol } from './contract.ts'
import type { DonationsProblemCode } from './problems.server.ts'

const reject = <T>(isRejected: (value: T) => boolean, code: DonationsProblemCode) =>
  v.check<T, string>((value) => !isRejected(value), code)

const usernameSchema = v.pipe(
  v.string(),
  v.transform(normalizeName),
  reject((name) => findNameFault(name) === 'length', 'username_length'),
  reject((name) => findNameFault(name) === 'spaces', 'username_spaces'),
  reject((name) => findNameFault(name) === 'marks', 'username_marks'),
  reject((name) => findNameFault(name) === 'invisible', 'username_invisible'),
)

const xAccountSchema = v.pipe(
  v.nullish(v.string(), ''),
  v.transform(readHandle),
  reject((handle) => handle !== '' && !isHandle(handle), 'x_account_form'),
  v.transform((handle) => (handle === '' ? null : handle)),
)

/** In a claim it is only what the donor typed: the credit is the amount that arrived. */
const amountSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((amount) => parseSol(amount) ?? 0n),
  reject((lamports) => lamports === 0n, 'amount_invalid'),
  reject((lamports) => lamports > MAX_LAMPORTS, 'amount_above_maximum'),
)

const donor = { username: usernameSchema, x_account: xAccountSchema }

/** Nobody should be asked to pay less than would be credited. */
export const createIntentSchema = v.object({
  ...donor,
  amount: v.pipe(
    amountSchema,
    reject((lamports) => lamports > 0n && lamports < MIN_LAMPORTS, 'amount_below_minimum'),
  ),
})

export type NewIntent = v.InferOutput<typeof createIntentSchema>
export type IntentBody = v.InferInput<typeof createIntentSchema>

export const createDonationSchema = v.object({
  ...donor,
  amount: amountSchema,
  tx_hash: v.pipe(v.string(), v.trim(), v.maxLength(MAX_TX_HASH_LENGTH)),
  /** The id of the donor's intent. */
  intent: v.nullish(v.pipe(v.string(), v.regex(INTENT_ID))),
  /** The paying wallet's signature of the claim text: address in base58, signature in base64. */
  wallet: v.nullish(
    v.object({
      address: v.pipe(v.string(), v.maxLength(50)),
      signature: v.pipe(v.string(), v.maxLength(100)),
      issued_at: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
})
export type NewDonation = v.InferOutput<typeof createDonationSchema>
export type ClaimBody = v.InferInput<typeof createDonationSchema>

export const verifySchema = v.object({ txHash: v.string() })

export const payerSchema = v.object({ payer: v.pipe(v.string(), v.maxLength(50)) })

export const signedTransactionSchema = v.object({ transaction: v.pipe(v.string(), v.maxLength(6_000)) })
