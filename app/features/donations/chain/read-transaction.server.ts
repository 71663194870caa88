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

/** Reads a finalized transaction from an RPC response. Only the payer's signature makes its message credible. */
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
  // Some providers leave out the loaded accounts or some balances.
  if (!balances.every((list) => hasBalancePer(accounts, list)) || typeof slot !== 'bigint') return INCOMPLETE
  return {
    at: 'finalized',
    transaction: {
      // `err` is null for success; some providers leave it out.
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

function hasBalancePer(accounts: string[], list: readonly bigint[] | undefined): boolean {
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
