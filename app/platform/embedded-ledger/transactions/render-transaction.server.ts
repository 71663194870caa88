import { type Address, getBase58Decoder, getBase64Decoder } from '@solana/kit'
import type { LedgerTransaction } from '../ledger/ledger-store.server.ts'
import {
  accountKeys,
  type CompiledMessage,
  isSigner,
  isWritable,
  messageInstructions,
  transactionConfig,
} from './compiled-message.server.ts'
import { LedgerError } from './ledger-error.server.ts'
import { parseInstruction } from './parse-instruction.server.ts'
import type { InnerInstruction } from './transaction-meta.server.ts'
import { readWireTransaction } from './wire-transaction.server.ts'

type TransactionEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58'
export type RenderOptions = {
  encoding: TransactionEncoding
  maxSupportedTransactionVersion?: number | undefined
}

const TOP_OF_STACK = 1

export function renderTransaction(stored: LedgerTransaction, options: RenderOptions): object {
  const { encoding, maxSupportedTransactionVersion: newest } = options
  const { slot, blockTime, version, meta } = stored
  if (version !== 'legacy' && (newest === undefined || version > newest))
    throw new LedgerError(
      'unsupported-version',
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  const envelope = { slot, blockTime, ...(newest === undefined ? {} : { version }) }
  if (encoding === 'base64')
    return { ...envelope, meta, transaction: [getBase64Decoder().decode(stored.wire), encoding] }
  if (encoding === 'base58')
    return { ...envelope, meta, transaction: [getBase58Decoder().decode(stored.wire), encoding] }

  const { message, transaction } = readWireTransaction(stored.wire)
  const signatures = Object.values(transaction.signatures).map(
    (bytes) => bytes && getBase58Decoder().decode(bytes),
  )
  if (encoding === 'json')
    return { ...envelope, meta, transaction: { signatures, message: renderMessage(message) } }
  const keys = accountKeys(message, meta.loadedAddresses)
  const { loadedAddresses, ...parsedMeta } = meta
  return {
    ...envelope,
    meta: {
      ...parsedMeta,
      innerInstructions: meta.innerInstructions.map(({ index, instructions }) => ({
        index,
        instructions: instructions.map((instruction) => parseInstruction(instruction, keys)),
      })),
    },
    transaction: { signatures, message: renderParsedMessage(message, stored, keys) },
  }
}

/** Every address a transaction touches: those it names and those its lookup tables name. */
export function transactionAddresses({ wire, meta }: LedgerTransaction): Address[] {
  return accountKeys(readWireTransaction(wire).message, meta.loadedAddresses)
}

/** The accounts that a transaction may have changed; one that failed changed only its payer's. */
export function changedAddresses({ wire, meta }: LedgerTransaction): Address[] {
  const { message } = readWireTransaction(wire)
  const keys = accountKeys(message, meta.loadedAddresses)
  if (meta.err !== null) return keys.slice(0, 1)
  return keys.filter((_, index) => isWritable(message, meta.loadedAddresses, index))
}

function renderMessage(message: CompiledMessage): object {
  const { header, staticAccounts, lifetimeToken } = message
  return {
    accountKeys: staticAccounts,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    recentBlockhash: lifetimeToken,
    instructions: renderInstructions(message),
    ...versionFields(message),
  }
}

function renderParsedMessage(message: CompiledMessage, { meta }: LedgerTransaction, keys: Address[]): object {
  return {
    accountKeys: keys.map((pubkey, index) => ({
      pubkey,
      signer: isSigner(message, index),
      writable: isWritable(message, meta.loadedAddresses, index),
      source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
    })),
    recentBlockhash: message.lifetimeToken,
    instructions: renderInstructions(message).map((instruction) => parseInstruction(instruction, keys)),
    ...versionFields(message),
  }
}

function renderInstructions(message: CompiledMessage): InnerInstruction[] {
  return messageInstructions(message).map(({ programIndex, accounts, data }) => ({
    programIdIndex: programIndex,
    accounts,
    data: getBase58Decoder().decode(data),
    stackHeight: TOP_OF_STACK,
  }))
}

function versionFields(message: CompiledMessage): object {
  if (message.version === 1) return { transactionConfig: transactionConfig(message) }
  if (message.version === 'legacy') return {}
  const lookups = message.addressTableLookups ?? []
  return {
    addressTableLookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
      accountKey: lookupTableAddress,
      writableIndexes: [...writableIndexes],
      readonlyIndexes: [...readonlyIndexes],
    })),
  }
}
