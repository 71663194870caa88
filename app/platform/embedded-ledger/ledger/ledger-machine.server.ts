import { type Address, type Transaction, type TransactionError, lamports as toLamports } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { accountKeys, isWritable } from '../transactions/compiled-message.server.ts'
import { LedgerError } from '../transactions/ledger-error.server.ts'
import { loadAddresses } from '../transactions/lookup-tables.server.ts'
import { toTransactionError } from '../transactions/transaction-error.server.ts'
import { readMemo, toMeta } from '../transactions/transaction-meta.server.ts'
import type { WireTransaction } from '../transactions/wire-transaction.server.ts'
import type { LedgerSlots } from './ledger-slots.server.ts'
import type { LedgerAccount, LedgerStore, LedgerTransaction } from './ledger-store.server.ts'

export type Simulation = {
  err: TransactionError | null
  metadata: TransactionMetadata
  accounts: LedgerAccount[]
}
export type LedgerMachine = ReturnType<typeof createMachine>

export function createRuntime(store: LedgerStore): LiteSVM {
  // We check blockhashes and duplicates: LiteSVM knows one blockhash at a time and forgets at a restart.
  const svm = new LiteSVM().withNativeMints().withTransactionHistory(0n).withBlockhashCheck(false)
  // Programs last: a program needs the account with its code.
  const accounts = store.accounts().sort((one, other) => Number(one.executable) - Number(other.executable))
  for (const account of accounts) putAccount(svm, account)
  return svm
}

type MachineParts = { svm: LiteSVM; store: LedgerStore; slots: LedgerSlots }

export function createMachine({ svm, store, slots }: MachineParts) {
  let svmSlot = 0

  function enterSlot(): void {
    if (svmSlot === slots.current()) return
    svmSlot = slots.current()
    setSlot(svm, slots)
  }

  function account(address: Address): LedgerAccount | undefined {
    const found = svm.getAccount(address)
    return found.exists ? toLedgerAccount(found) : undefined
  }

  /** Executes and stores the transaction. Throws a `LedgerError` when it was not even charged a fee: it did not land. */
  function land(wire: WireTransaction): LedgerTransaction {
    enterSlot()
    const { message, transaction, signature } = wire
    const loaded = loadAddresses(message, (address) => account(address)?.data)
    const keys = accountKeys(message, loaded)
    const writable = keys.filter((_, index) => isWritable(message, loaded, index))
    const previous = writable.map((address) => account(address) ?? emptyAccount(address))
    const executed = execute(svm, transaction, keys)
    if (executed.err !== null && executed.before[0] === executed.after[0])
      throw simulationFailure({ ...executed, accounts: [] })

    const landed: LedgerTransaction = {
      signature,
      slot: slots.current(),
      blockTime: slots.blockTime(),
      version: message.version,
      wire: wire.wire,
      memo: readMemo(wire, keys),
      meta: toMeta({ ...executed, loaded }),
    }
    try {
      const changed = writable.flatMap((address) => account(address) ?? [])
      const closed = writable.filter((address) => account(address) === undefined)
      store.land({ transaction: landed, addresses: keys, changed, closed })
    } catch (error) {
      // A transaction that is not on disk has not happened.
      for (const each of previous) putAccount(svm, each)
      throw error
    }
    return landed
  }

  return {
    account,
    accountsOf: (program: Address): LedgerAccount[] => svm.getProgramAccounts(program).map(toLedgerAccount),
    simulate({ transaction }: WireTransaction, { isVerifying }: { isVerifying: boolean }): Simulation {
      enterSlot()
      svm.withSigverify(isVerifying)
      try {
        return simulate(svm, transaction)
      } finally {
        svm.withSigverify(true)
      }
    },
    land,
    rentExemption: (bytes: number) => Number(svm.minimumBalanceForRentExemption(BigInt(bytes))),
    mint(address: Address, amount: bigint): void {
      const minted = { ...emptyAccount(address), lamports: amount }
      store.keepAccount(minted)
      putAccount(svm, minted)
    },
  }
}

function simulate(svm: LiteSVM, transaction: Transaction): Simulation {
  const result = svm.simulateTransaction(transaction)
  const hasFailed = result instanceof FailedTransactionMetadata
  const accounts = hasFailed ? [] : result.postAccounts().map(toLedgerAccount)
  return { err: errorOf(result), metadata: result.meta(), accounts }
}

function setSlot(svm: LiteSVM, slots: LedgerSlots): void {
  svm.warpToSlot(BigInt(slots.current()))
  const clock = svm.getClock()
  clock.unixTimestamp = BigInt(slots.blockTime())
  svm.setClock(clock)
  svm.setSlotHashes(slots.recentHashes().map(({ slot, hash }) => ({ slot: BigInt(slot), hash })))
}

/** Balances are read around the execution: LiteSVM does not report them. */
function execute(svm: LiteSVM, transaction: Transaction, keys: Address[]) {
  const balances = () => keys.map((key): bigint => svm.getBalance(key) ?? 0n)
  const before = balances()
  const result = svm.sendTransaction(transaction)
  const metadata = result instanceof FailedTransactionMetadata ? result.meta() : result
  return { err: errorOf(result), metadata, before, after: balances() }
}

function errorOf(result: object): TransactionError | null {
  return result instanceof FailedTransactionMetadata ? toTransactionError(result.err()) : null
}

/** For a transaction that would not, or did not, land. */
export function simulationFailure({ err, metadata }: Simulation): LedgerError {
  if (err === 'SignatureFailure')
    return new LedgerError('bad-signature', 'Transaction signature verification failure')
  return new LedgerError('not-landed', `Transaction simulation failed: ${JSON.stringify(err)}`, {
    err,
    logs: metadata.logs(),
    unitsConsumed: Number(metadata.computeUnitsConsumed()),
    accounts: null,
    returnData: null,
    innerInstructions: null,
    replacementBlockhash: null,
  })
}

type EncodedAccount = ReturnType<LiteSVM['getProgramAccounts']>[number]

function toLedgerAccount(account: EncodedAccount): LedgerAccount {
  const { address, lamports, programAddress: owner, executable, data } = account
  return { address, lamports, owner, executable, data: Uint8Array.from(data) }
}

function putAccount(svm: LiteSVM, account: LedgerAccount): void {
  const { address, owner: programAddress, executable, data } = account
  const size = { lamports: toLamports(account.lamports), space: BigInt(data.length) }
  svm.setAccount({ address, programAddress, executable, data, ...size })
}

/** What a closed account, or one that never was, holds. */
export function emptyAccount(address: Address): LedgerAccount {
  return { address, lamports: 0n, owner: SYSTEM_PROGRAM_ADDRESS, executable: false, data: new Uint8Array() }
}
