import {
  type Base64EncodedDataResponse,
  decodeTransactionFromRpcResponse,
  getBase58Decoder,
  getPublicKeyFromAddress,
  type TransactionVersion,
  verifySignature,
} from '@solana/kit'
import type { Sighting } from '../verdicts/judge-transfer.ts'

type RpcTransaction = Readonly<{
  slot: bigint
  blockTime: bigint | null
  meta: Readonly<{
    err: unknown
    preBalances: readonly bigint[]
    postBalances: readonly bigint[]
  }> | null
  transaction: Base64EncodedDataResponse
  version?: TransactionVersion
}>

const INCOMPLETE: Sighting = { at: 'finalized', transaction: undefined }

/** A finalized transaction as an RPC reports it; its message is believed only with the payer's signature. */
export async function readTransaction(signature: string, response: RpcTransaction): Promise<Sighting> {
  const { meta, slot, blockTime } = response
  const decoded = await decodeSigned(signature, response)
  if (decoded === undefined) return { at: 'forged' }
  const { compiledMessage, loadedAddresses, payer } = decoded
  const accounts = [
    ...compiledMessage.staticAccounts,
    ...(loadedAddresses.writable ?? []),
    ...(loadedAddresses.readonly ?? []),
  ]
  const balances = [meta?.preBalances, meta?.postBalances]
  // A provider that leaves out the loaded accounts, or some balances, has not reported the whole transaction.
  if (!balances.every((list) => isBalanceOf(accounts, list)) || typeof slot !== 'bigint') return INCOMPLETE
  return {
    at: 'finalized',
    transaction: {
      // Left out, it did not fail: it is null for a transaction that did not.
      hasFailed: meta?.err != null,
      payer,
      accounts,
      signerCount: compiledMessage.header.numSignerAccounts,
      balancesBefore: [...(meta?.preBalances ?? [])],
      balancesAfter: [...(meta?.postBalances ?? [])],
      paidAtMs: typeof blockTime === 'bigint' ? Number(blockTime) * 1000 : undefined,
      slot,
    },
  }
}

function isBalanceOf(accounts: string[], list: readonly bigint[] | undefined): boolean {
  return (
    Array.isArray(list) && list.length === accounts.length && list.every((one) => typeof one === 'bigint')
  )
}

async function decodeSigned(signature: string, response: RpcTransaction) {
  try {
    const { compiledMessage, loadedAddresses, transaction } = decodeTransactionFromRpcResponse(response)
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
