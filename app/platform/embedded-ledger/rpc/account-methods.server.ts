import type { Address } from '@solana/kit'
import * as v from 'valibot'
import { type AccountView, accountView, renderAccount } from './render-account.server.ts'
import { inContext, type Ledger } from './rpc-context.server.ts'
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

const accountConfig = config({ ...contextEntries, ...accountView })
const addresses = v.pipe(v.array(address), v.maxLength(MAX_ACCOUNTS))
const accountBytes = v.pipe(integer, v.maxValue(LARGEST_ACCOUNT_BYTES))
const airdropLamports = v.pipe(integer, v.minValue(1), v.maxValue(LARGEST_AIRDROP_LAMPORTS))

export function accountMethods({ machine, slots, faucet, landed }: Ledger): Record<string, Method> {
  const read = (of: Address, view: AccountView) => {
    const account = machine.account(of)
    return account ? renderAccount(account, view, machine.account) : null
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
