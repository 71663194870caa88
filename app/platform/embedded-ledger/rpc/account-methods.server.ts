import { type Address, getBase58Decoder, getBase64Decoder } from '@solana/kit'
import * as v from 'valibot'
import type { LedgerAccount } from '../ledger/ledger-store.server.ts'
import { inContext, type Ledger } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import {
  address,
  config,
  contextConfig,
  contextEntries,
  integer,
  type Method,
  method,
} from './rpc-params.server.ts'

const LARGEST_AIRDROP_LAMPORTS = 100_000_000_000
const MAX_ACCOUNTS = 100
const LARGEST_ACCOUNT_BYTES = 10 * 1024 * 1024
const MAX_BASE58_BYTES = 128

export const accountView = {
  encoding: v.optional(v.picklist(['base58', 'base64', 'jsonParsed'])),
  dataSlice: v.optional(v.object({ offset: integer, length: integer })),
}
type AccountView = v.InferOutput<v.ObjectSchema<typeof accountView, undefined>>
const accountConfig = config({ ...contextEntries, ...accountView })
const addresses = v.pipe(v.array(address), v.maxLength(MAX_ACCOUNTS))
const accountBytes = v.pipe(integer, v.maxValue(LARGEST_ACCOUNT_BYTES))
const airdropLamports = v.pipe(integer, v.minValue(1), v.maxValue(LARGEST_AIRDROP_LAMPORTS))

export function accountMethods({ machine, slots, faucet, landed }: Ledger): Record<string, Method> {
  const read = (of: Address, view: AccountView) => {
    const account = machine.account(of)
    return account ? renderAccount(account, view) : null
  }
  return {
    getBalance: method([address, contextConfig], (of, options) =>
      inContext(slots, options, Number(machine.account(of)?.lamports ?? 0n)),
    ),
    getAccountInfo: method([address, accountConfig], (of, options) =>
      inContext(slots, options, read(of, options)),
    ),
    getMultipleAccounts: method([addresses, accountConfig], (list, options) => {
      const view = { ...options, encoding: options.encoding ?? ('base64' as const) }
      const accounts = list.map((of) => read(of, view))
      return inContext(slots, options, accounts)
    }),
    getMinimumBalanceForRentExemption: method([accountBytes, contextConfig], (bytes) =>
      machine.rentExemption(bytes),
    ),
    requestAirdrop: method([address, airdropLamports, contextConfig], async (to, lamports) => {
      const transaction = machine.land(await faucet.signTransfer(to, BigInt(lamports)))
      landed(transaction)
      return transaction.signature
    }),
  }
}

export function renderAccount(account: LedgerAccount, { encoding, dataSlice }: AccountView): object {
  const { owner, executable, data } = account
  const bytes = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  const size = { lamports: Number(account.lamports), rentEpoch: 0, space: data.length }
  return { ...size, owner, executable, data: encodeData(bytes, encoding) }
}

function encodeData(bytes: Uint8Array, encoding: AccountView['encoding']): unknown {
  if (encoding === 'base64' || encoding === 'jsonParsed') return [getBase64Decoder().decode(bytes), 'base64']
  if (bytes.length > MAX_BASE58_BYTES)
    throw new RpcError(
      'invalidParams',
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  const text = getBase58Decoder().decode(bytes)
  return encoding === undefined ? text : [text, 'base58']
}
