import type { Address } from '@solana/kit'
import * as v from 'valibot'
import type { LedgerMachine } from '../ledger/ledger-machine.server.ts'
import { accountView, renderAccount } from './render-account.server.ts'
import { inContext, type Ledger } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import { address, config, contextConfig, contextEntries, type Method, method } from './rpc-params.server.ts'
import { isTokenProgram, readMintDecimals, readTokenAccount, tokenAmount } from './token-account.server.ts'

const tokenFilter = v.union([v.object({ mint: address }), v.object({ programId: address })])
const listConfig = config({ ...contextEntries, ...accountView })

export function tokenMethods({ machine, slots }: Ledger): Record<string, Method> {
  return {
    getTokenAccountBalance: method([address, contextConfig], (of, options) =>
      inContext(slots, options, balanceOf(machine, of)),
    ),
    getTokenAccountsByOwner: method([address, tokenFilter, listConfig], (owner, filter, options) => {
      const view = { ...options, encoding: options.encoding ?? ('base64' as const) }
      const accounts = 'mint' in filter ? ofMint(machine, filter.mint) : ofProgram(machine, filter.programId)
      const own = accounts.filter((account) => readTokenAccount(account)?.owner === owner)
      const rendered = own.map((account) => ({
        pubkey: account.address,
        account: renderAccount(account, view, machine.account),
      }))
      return inContext(slots, options, rendered)
    }),
  }
}

function balanceOf(machine: LedgerMachine, of: Address): object {
  const account = machine.account(of)
  if (!account) throw new RpcError('invalidParams', 'Invalid param: could not find account')
  const token = readTokenAccount(account)
  const decimals = token && readMintDecimals(machine.account(token.mint))
  if (decimals === undefined) throw new RpcError('invalidParams', 'Invalid param: not a Token account')
  return tokenAmount(token?.amount ?? 0n, decimals)
}

function ofMint(machine: LedgerMachine, mint: Address) {
  const account = machine.account(mint)
  if (!account) throw new RpcError('invalidParams', 'Invalid param: could not find mint')
  if (readMintDecimals(account) === undefined)
    throw new RpcError('invalidParams', 'Invalid param: not a Token mint')
  return machine.accountsOf(account.owner).filter((each) => readTokenAccount(each)?.mint === mint)
}

function ofProgram(machine: LedgerMachine, program: Address) {
  if (!isTokenProgram(program))
    throw new RpcError('invalidParams', 'Invalid param: unrecognized Token program id')
  return machine.accountsOf(program)
}
