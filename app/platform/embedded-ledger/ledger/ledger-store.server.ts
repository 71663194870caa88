import type { Address, Signature, TransactionError, TransactionVersion } from '@solana/kit'
import type { TransactionMeta } from '../transactions/transaction-meta.server.ts'
import { inTransaction, openLedgerFile, prepareStatements } from './ledger-file.server.ts'

export type LedgerAccount = {
  address: Address
  lamports: bigint
  owner: Address
  executable: boolean
  data: Uint8Array
}
export type ReadAccount = (address: Address) => LedgerAccount | undefined
export type LedgerTransaction = {
  signature: Signature
  slot: number
  blockTime: number
  version: TransactionVersion
  wire: Uint8Array
  memo: string | null
  meta: TransactionMeta
}
type SignatureRow = Pick<LedgerTransaction, 'signature' | 'slot' | 'blockTime' | 'memo'> & {
  err: TransactionError | null
}
type SignatureQuery = {
  address: Address
  limit: number
  newestSlot: number
  before?: string | undefined
  until?: string | undefined
}
/** The effects of a transaction; an account without lamports is closed. */
type Landing = {
  transaction: LedgerTransaction
  addresses: readonly Address[]
  changed: readonly LedgerAccount[]
  closed: readonly Address[]
}
export type LedgerStore = ReturnType<typeof openLedgerStore>

export function openLedgerStore(path: string) {
  const { db, close } = openLedgerFile(path)
  const sql = prepareStatements(db)
  const positionOf = (signature: string) => sql.findPosition.get(signature)?.position as number | undefined

  function keepAccount({ address, lamports, owner, executable, data }: LedgerAccount): void {
    sql.saveAccount.run(address, lamports, owner, executable ? 1 : 0, data)
  }

  function land({ transaction, addresses, changed, closed }: Landing): void {
    const { signature, slot, blockTime, version, wire, memo, meta } = transaction
    const json = [JSON.stringify(meta.err), JSON.stringify(meta)]
    inTransaction(db, () => {
      for (const account of changed) keepAccount(account)
      for (const address of closed) sql.deleteAccount.run(address)
      const values = [signature, slot, blockTime, String(version), wire, memo, ...json]
      const { lastInsertRowid } = sql.saveTransaction.run(...values)
      for (const address of new Set(addresses)) sql.saveAddress.run(address, lastInsertRowid)
    })
  }

  function signaturesFor({ address, limit, newestSlot, before, until }: SignatureQuery): SignatureRow[] {
    const newest = before === undefined ? Number.MAX_SAFE_INTEGER : positionOf(before)
    if (newest === undefined) return []
    const oldest = (until !== undefined && positionOf(until)) || 0
    return sql.listByAddress.all(address, newest, oldest, newestSlot, limit).map(toSignatureRow)
  }

  return {
    accounts: (): LedgerAccount[] => sql.listAccounts.all().map(toAccount),
    keepAccount,
    land,
    hasTransaction: (signature: string) => positionOf(signature) !== undefined,
    findTransaction(signature: string): LedgerTransaction | undefined {
      const row = sql.findBySignature.get(signature)
      return row && toTransaction(row)
    },
    transactionsInSlot: (slot: number): LedgerTransaction[] => sql.findBySlot.all(slot).map(toTransaction),
    blockTimeOf: (slot: number) => sql.findTime.get(slot)?.blockTime as number | undefined,
    signaturesFor,
    countTransactions: () => sql.countTransactions.get()?.count as number,
    last(): { slot: number; blockTime: number } {
      const row = sql.findLast.get()
      return { slot: (row?.slot as number | null) ?? 0, blockTime: (row?.time as number | null) ?? 0 }
    },
    readState: (key: string) => sql.readState.get(key)?.value as string | undefined,
    writeState: (key: string, value: string) => void sql.writeState.run(key, value),
    close,
  }
}

function toAccount(row: Record<string, unknown>): LedgerAccount {
  const isExecutable = row.executable === 1
  return { ...(row as LedgerAccount), lamports: BigInt(row.lamports as number), executable: isExecutable }
}

function toSignatureRow(row: Record<string, unknown>): SignatureRow {
  return { ...(row as SignatureRow), err: JSON.parse(row.err as string) }
}

function toTransaction(row: Record<string, unknown>): LedgerTransaction {
  const version = row.version === 'legacy' ? 'legacy' : (Number(row.version) as TransactionVersion)
  return { ...(row as LedgerTransaction), version, meta: JSON.parse(row.meta as string) }
}
