import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isTransactionWithinSizeLimit,
  type ReadonlyUint8Array,
  type Signature,
  type Transaction,
} from '@solana/kit'
import type { CompiledMessage } from './compiled-message.server.ts'
import { LedgerError } from './ledger-error.server.ts'

export type WireEncoding = 'base58' | 'base64'
export type WireTransaction = {
  wire: Uint8Array
  transaction: Transaction
  message: CompiledMessage
  /** All zeros when the fee payer has not signed. */
  signature: Signature
  isSigned: boolean
}

/** The longest text of the largest transaction; base58 takes quadratic time, so longer texts are rejected unread. */
const MAX_TEXT_LENGTH = 6_000
const VALID_CONFIG_BITS = 0b11111
const PRIORITY_FEE_BITS = 0b11
const UNSIGNED = new Uint8Array(64)

export function decodeWireText(text: string, encoding: WireEncoding): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) throw new LedgerError('malformed', `${encoding} text is too large`)
  try {
    return Uint8Array.from((encoding === 'base58' ? getBase58Encoder() : getBase64Encoder()).encode(text))
  } catch {
    throw new LedgerError('malformed', `invalid ${encoding} encoding`)
  }
}

export function readWireTransaction(wire: Uint8Array): WireTransaction {
  const transaction = decodeStrictly(() => getTransactionDecoder().decode(wire))
  if (!isTransactionWithinSizeLimit(transaction))
    throw new LedgerError('malformed', 'transaction is too large')
  // LiteSVM aborts the process on bytes it cannot read, so it only gets bytes that decode and encode to themselves.
  const again = decodeStrictly(() => getTransactionEncoder().encode(transaction))
  const message = readMessage(transaction.messageBytes)
  if (!isSame(again, wire)) throw malformed()
  const signatures = Object.values(transaction.signatures)
  return {
    wire,
    transaction,
    message,
    signature: getBase58Decoder().decode(signatures[0] ?? UNSIGNED) as Signature,
    isSigned: signatures.length > 0 && signatures.every((bytes) => bytes !== null),
  }
}

export function readMessage(bytes: ReadonlyUint8Array): CompiledMessage {
  const decoded = decodeStrictly(() => getCompiledTransactionMessageDecoder().decode(bytes))
  const message = decoded as CompiledMessage
  if (message.version === 1 && !isValidConfigMask(message.configMask)) throw malformed()
  const again = decodeStrictly(() => getCompiledTransactionMessageEncoder().encode(message))
  if (!isSame(again, bytes)) throw malformed()
  return message
}

function isValidConfigMask(mask: number): boolean {
  const fee = mask & PRIORITY_FEE_BITS
  return (mask & ~VALID_CONFIG_BITS) === 0 && (fee === 0 || fee === PRIORITY_FEE_BITS)
}

function decodeStrictly<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw malformed()
  }
}

function malformed(): LedgerError {
  return new LedgerError('malformed', 'failed to deserialize the transaction')
}

function isSame(one: ReadonlyUint8Array, other: ReadonlyUint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
