import {
  type Base64EncodedDataResponse,
  decodeTransactionFromRpcResponse,
  getBase58Decoder,
  getPublicKeyFromAddress,
  type TransactionVersion,
  verifySignature,
} from '@solana/kit'
import type { Sighting } from './judge-transfer.ts'

type RpcTransaction = Readonly<{
  blockTime: bigint | null
  slot: bigint
  meta: Readonly<{
    err: unknown
    preBalances: readonly bigint[]
    postBalances: readonly bigint[]
  }> | null
  transaction: Base64EncodedDataResponse
  version?: TransactionVersion
}>

/** A finalized transaction as an RPC told it; its message is believed only with the payer's signature. */
export async function readTransaction(signature: string, told: RpcTransaction): Promise<Sighting> {
  if (told.meta === null) return { at: 'finalized', transaction: undefined }
  const decoded = await decodeSigned(signature, told)
  if (decoded === undefined) return { at: 'forged' }
  const { compiledMessage, loadedAddresses, payer } = decoded
  return {
    at: 'finalized',
    transaction: {
      hasFailed: told.meta.err !== null,
      payer,
      accounts: [...compiledMessage.staticAccounts, ...loadedAddresses.writable, ...loadedAddresses.readonly],
      signerCount: compiledMessage.header.numSignerAccounts,
      balancesBefore: [...told.meta.preBalances],
      balancesAfter: [...told.meta.postBalances],
      paidAtMs: told.blockTime === null ? undefined : Number(told.blockTime) * 1000,
      slot: told.slot,
    },
  }
}

async function decodeSigned(signature: string, told: RpcTransaction) {
  try {
    const { compiledMessage, loadedAddresses, transaction } = decodeTransactionFromRpcResponse(told)
    const payer = compiledMessage.staticAccounts[0]
    const bytes = payer && transaction.signatures[payer]
    if (!payer || !bytes || getBase58Decoder().decode(bytes) !== signature) return undefined
    const isGenuine = await verifySignature(
      await getPublicKeyFromAddress(payer),
      bytes,
      transaction.messageBytes,
    )
    return isGenuine ? { compiledMessage, loadedAddresses, payer } : undefined
  } catch {
    return undefined
  }
}
