import {
  type Address,
  address,
  getAddressDecoder,
  getOptionDecoder,
  getStructDecoder,
  getU8Decoder,
  getU32Decoder,
  getU64Decoder,
  unwrapOption,
} from '@solana/kit'
import type { LedgerAccount, ReadAccount } from '../ledger/ledger-store.server.ts'

const PROGRAM_NAMES = new Map<Address, string>([
  [address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'), 'spl-token'],
  [address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'), 'spl-token-2022'],
])
const ACCOUNT_BYTES = 165
const MINT_BYTES = 82
const DECIMALS_OFFSET = 44
/** Token-2022 marks what an account with extensions is, behind the bytes of a plain one. */
const EXTENDED = { mint: 1, account: 2 }
const STATES = ['uninitialized', 'initialized', 'frozen']

const prefix = { prefix: getU32Decoder(), noneValue: 'zeroes' } as const
const decoder = getStructDecoder([
  ['mint', getAddressDecoder()],
  ['owner', getAddressDecoder()],
  ['amount', getU64Decoder()],
  ['delegate', getOptionDecoder(getAddressDecoder(), prefix)],
  ['state', getU8Decoder()],
  ['rentExemptReserve', getOptionDecoder(getU64Decoder(), prefix)],
  ['delegatedAmount', getU64Decoder()],
  ['closeAuthority', getOptionDecoder(getAddressDecoder(), prefix)],
])
type TokenAccount = ReturnType<typeof decoder.decode>

export function isTokenProgram(program: Address): boolean {
  return PROGRAM_NAMES.has(program)
}

export function readTokenAccount({ owner, data }: LedgerAccount): TokenAccount | undefined {
  if (!isTokenProgram(owner) || !isKind(data, ACCOUNT_BYTES, EXTENDED.account)) return undefined
  const token = decoder.decode(data)
  return token.state === 0 ? undefined : token
}

export function readMintDecimals(mint: LedgerAccount | undefined): number | undefined {
  if (!mint || !isTokenProgram(mint.owner) || !isKind(mint.data, MINT_BYTES, EXTENDED.mint)) return undefined
  return mint.data[DECIMALS_OFFSET]
}

function isKind(data: Uint8Array, plainBytes: number, mark: number): boolean {
  return data.length === plainBytes || (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] === mark)
}

/** Undefined when it is no token account, or its mint is gone. */
export function parseTokenAccount(account: LedgerAccount, read: ReadAccount): object | undefined {
  const token = readTokenAccount(account)
  const decimals = token && readMintDecimals(read(token.mint))
  if (token === undefined || decimals === undefined) return undefined
  const { mint, owner } = token
  const reserve = unwrapOption(token.rentExemptReserve)
  const delegate = unwrapOption(token.delegate)
  const closeAuthority = unwrapOption(token.closeAuthority)
  const info = {
    isNative: reserve !== null,
    mint,
    owner,
    state: STATES[token.state],
    tokenAmount: tokenAmount(token.amount, decimals),
    ...(reserve !== null && { rentExemptReserve: tokenAmount(reserve, decimals) }),
    ...(delegate && { delegate, delegatedAmount: tokenAmount(token.delegatedAmount, decimals) }),
    ...(closeAuthority && { closeAuthority }),
  }
  const program = PROGRAM_NAMES.get(account.owner)
  return { program, parsed: { type: 'account', info }, space: account.data.length }
}

export function tokenAmount(amount: bigint, decimals: number): object {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
