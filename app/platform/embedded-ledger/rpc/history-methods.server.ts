import * as v from 'valibot'
import { renderTransaction } from '../transactions/render-transaction.server.ts'
import { contextSlot, inContext, type Ledger } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import {
  address,
  commitment,
  config,
  contextEntries,
  integer,
  type Method,
  method,
  signature,
} from './rpc-params.server.ts'

const MAX_STATUSES = 256
const MAX_SIGNATURES = 1_000

const transactionEncoding = v.picklist(['json', 'jsonParsed', 'base64', 'base58'])
const transactionConfig = config({
  commitment,
  encoding: v.optional(transactionEncoding, 'json'),
  maxSupportedTransactionVersion: v.optional(integer),
})
const signaturesConfig = config({
  ...contextEntries,
  limit: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(MAX_SIGNATURES)), MAX_SIGNATURES),
  before: v.optional(signature),
  until: v.optional(signature),
})

export function historyMethods({ store, slots }: Ledger): Record<string, Method> {
  return {
    getTransaction: method([signature, v.union([onlyEncoding(), transactionConfig])], (of, options) => {
      rejectProcessed(options)
      const transaction = store.findTransaction(of)
      const isVisible = transaction && transaction.slot <= slots.newest(options.commitment)
      return isVisible ? renderTransaction(transaction, options) : null
    }),
    getSignatureStatuses: method(
      [v.pipe(v.array(signature), v.maxLength(MAX_STATUSES)), config({})],
      (signatures) => inContext(slots, { commitment: 'processed' }, signatures.map(status)),
    ),
    getSignaturesForAddress: method([address, signaturesConfig], (of, options) => {
      rejectProcessed(options)
      const { limit, before, until } = options
      const newestSlot = contextSlot(slots, options)
      const rows = store.signaturesFor({ address: of, limit, before, until, newestSlot })
      return rows.map((row) => ({ ...row, confirmationStatus: slots.commitmentOf(row.slot) }))
    }),
  }

  function status(of: string): object | null {
    const transaction = store.findTransaction(of)
    if (!transaction) return null
    const { slot, meta } = transaction
    const confirmationStatus = slots.commitmentOf(slot)
    const confirmations = confirmationStatus === 'finalized' ? null : slots.current() - slot
    return { slot, confirmations, err: meta.err, status: meta.status, confirmationStatus }
  }
}

/** The old form: only the encoding in place of the object. */
function onlyEncoding() {
  const toConfig = (encoding: v.InferOutput<typeof transactionEncoding>) => ({
    commitment: 'finalized' as const,
    encoding,
    maxSupportedTransactionVersion: undefined,
  })
  return v.pipe(transactionEncoding, v.transform(toConfig))
}

function rejectProcessed(options: { commitment: string }): void {
  if (options.commitment === 'processed')
    throw new RpcError('invalidParams', 'Method does not support commitment below `confirmed`')
}
