import { getBase58Decoder, getBase64Decoder } from '@solana/kit'
import * as v from 'valibot'
import type { LedgerAccount, ReadAccount } from '../ledger/ledger-store.server.ts'
import { RpcError } from './rpc-error.server.ts'
import { integer } from './rpc-params.server.ts'
import { parseTokenAccount } from './token-account.server.ts'

const MAX_BASE58_BYTES = 128

export const accountView = {
  encoding: v.optional(v.picklist(['base58', 'base64', 'jsonParsed'])),
  dataSlice: v.optional(v.object({ offset: integer, length: integer })),
}
export type AccountView = v.InferOutput<v.ObjectSchema<typeof accountView, undefined>>

/** `read` finds the mint of a token account. */
export function renderAccount(account: LedgerAccount, view: AccountView, read: ReadAccount): object {
  const { owner, executable, data } = account
  const size = { lamports: Number(account.lamports), rentEpoch: 0, space: data.length }
  const parsed = view.encoding === 'jsonParsed' ? parseTokenAccount(account, read) : undefined
  return { ...size, owner, executable, data: parsed ?? encodeData(data, view) }
}

function encodeData(data: Uint8Array, { encoding, dataSlice }: AccountView): unknown {
  const bytes = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  if (encoding === 'base64' || encoding === 'jsonParsed') return [getBase64Decoder().decode(bytes), 'base64']
  if (bytes.length > MAX_BASE58_BYTES)
    throw new RpcError(
      'invalidParams',
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  const text = getBase58Decoder().decode(bytes)
  return encoding === undefined ? text : [text, 'base58']
}
