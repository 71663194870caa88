import * as v from 'valibot'
import { LONGEST_NAME, LONGEST_TX_HASH, MOST_LAMPORTS, parseSol } from './contract.ts'

/** Controls, and characters that turn the direction of what stands around them. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/u

const shownText = v.pipe(
  v.string(),
  v.transform((text) => text.trim().normalize('NFC')),
  v.check((text) => !UNSEEN.test(text), 'unseen'),
)
const isOfLength = (text: string) => text !== '' && [...text].length <= LONGEST_NAME

const usernameSchema = v.pipe(shownText, v.check(isOfLength, 'length'))

const xAccountSchema = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text.trim().replace(/^@+/, '')),
  shownText,
  v.check((text) => text === '' || isOfLength(text), 'length'),
  v.transform((text) => (text === '' ? null : text)),
)

const amountSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(parseSol),
  v.check((lamports) => lamports !== undefined && lamports > 0n && lamports <= MOST_LAMPORTS, 'amount'),
  v.transform((lamports) => lamports ?? 0n),
)

const donor = { username: usernameSchema, x_account: xAccountSchema, amount: amountSchema }

export const beginDonationSchema = v.object(donor)

export const createDonationSchema = v.object({
  ...donor,
  tx_hash: v.pipe(v.string(), v.trim(), v.maxLength(LONGEST_TX_HASH)),
  /** The begun donation this belongs to. */
  intent: v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  /** "I claim …", signed by the wallet that paid; both in base58 and base64. */
  wallet: v.nullish(v.object({ address: v.string(), signature: v.pipe(v.string(), v.maxLength(100)) })),
})
export type NewDonation = v.InferOutput<typeof createDonationSchema>

export const verifySchema = v.object({ txHash: v.string() })

export const payerSchema = v.object({ payer: v.pipe(v.string(), v.maxLength(50)) })

export const signedTransactionSchema = v.object({ transaction: v.pipe(v.string(), v.maxLength(6_000)) })
