import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Address, Signature, TransactionError, TransactionVersion } from '@solana/kit'
import { CannotStart } from '../../settings/cannot-start.server.ts'
import type { TransactionMeta } from '../transactions/transaction-meta.server.ts'

export type LedgerAccount = {
  address: Address
  lamports: bigint
  owner: Address
  executable: boolean
  data: Uint8Array
}
export type LedgerTransaction = {
  signature: Signature
  slot: number
  blockTime: number
  version: TransactionVersion
  wire: Uint8Array
  memo: string | null
  meta: TransactionMeta
}
export type SignatureRow = {
  signature: string
  slot: number
  blockTime: number
  memo: string | null
  err: TransactionError | null
}
export type SignatureQuery = {
  address: Address
  limit: number
  newestSlot: number
  before?: string | undefined
  until?: string | undefined
}
/** What a transaction leaves behind; an account without lamports is gone. */
export type Landing = {
  transaction: LedgerTransaction
  addresses: readonly Address[]
  changed: readonly LedgerAccount[]
  closed: readonly Address[]
}
export type LedgerStore = ReturnType<typeof openLedgerStore>

const SCHEMA = `
create table if not exists accounts (
  address text primary key, lamports integer not null, owner text not null,
  executable integer not null, data blob not null
) strict;
create table if not exists transactions (
  position integer primary key, signature text not null unique, slot integer not null,
  block_time integer not null, version text not null, wire blob not null, memo text,
  err text not null, meta text not null
) strict;
create index if not exists transactions_by_slot on transactions (slot);
create table if not exists transactions_by_address (
  address text not null, position integer not null, primary key (address, position)
) strict, without rowid;
create table if not exists state (key text primary key, value text not null) strict, without rowid;
`
const TRANSACTION_COLUMNS = 'signature, slot, block_time, version, wire, memo, meta'
const SQLITE_BUSY = 5

export function openLedgerStore(path: string) {
  keepFromOthers(path)
  const db = new DatabaseSync(path)
  try {
    // FULL: a transaction that was answered for is on the disk, whatever kills the process or the machine.
    db.exec(
      `pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; ${SCHEMA}`,
    )
  } catch (error) {
    db.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new CannotStart(`the ledger ${path} is in use by another process`)
    throw error
  }

  const saveAccount = db.prepare(
    `insert into accounts (address, lamports, owner, executable, data) values (?, ?, ?, ?, ?)
     on conflict (address) do update set lamports = excluded.lamports, owner = excluded.owner,
       executable = excluded.executable, data = excluded.data`,
  )
  const deleteAccount = db.prepare('delete from accounts where address = ?')
  const saveTransaction = db.prepare(
    `insert into transactions (signature, slot, block_time, version, wire, memo, err, meta)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const saveAddress = db.prepare('insert into transactions_by_address (address, position) values (?, ?)')
  const findBySignature = db.prepare(`select ${TRANSACTION_COLUMNS} from transactions where signature = ?`)
  const findBySlot = db.prepare(
    `select ${TRANSACTION_COLUMNS} from transactions where slot = ? order by position`,
  )
  const findTime = db.prepare('select block_time from transactions where slot = ? limit 1')
  const findPosition = db.prepare('select position from transactions where signature = ?')
  const listByAddress = db.prepare(
    `select t.signature, t.slot, t.block_time, t.memo, t.err
     from transactions_by_address a join transactions t on t.position = a.position
     where a.address = ? and a.position < ? and a.position > ? and t.slot <= ?
     order by a.position desc limit ?`,
  )
  const readState = db.prepare('select value from state where key = ?')
  const writeState = db.prepare(
    'insert into state (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  )
  const findLast = db.prepare('select max(slot) as slot, max(block_time) as time from transactions')
  const count = db.prepare('select count(*) as count from transactions')

  const keepAccount = (account: LedgerAccount) =>
    saveAccount.run(
      account.address,
      account.lamports,
      account.owner,
      account.executable ? 1 : 0,
      account.data,
    )
  const positionOf = (signature: string) => findPosition.get(signature)?.position as number | undefined

  return {
    accounts(): LedgerAccount[] {
      const rows = db.prepare('select address, lamports, owner, executable, data from accounts').all()
      return rows.map((row) => ({
        address: row.address as Address,
        lamports: BigInt(row.lamports as number),
        owner: row.owner as Address,
        executable: row.executable === 1,
        data: row.data as Uint8Array,
      }))
    },
    keepAccount,
    land({ transaction, addresses, changed, closed }: Landing): void {
      const { signature, slot, blockTime, version, wire, memo, meta } = transaction
      const values: SQLInputValue[] = [signature, slot, blockTime, String(version), wire, memo]
      inTransaction(db, () => {
        for (const account of changed) keepAccount(account)
        for (const address of closed) deleteAccount.run(address)
        const { lastInsertRowid } = saveTransaction.run(
          ...values,
          JSON.stringify(meta.err),
          JSON.stringify(meta),
        )
        for (const address of new Set(addresses)) saveAddress.run(address, lastInsertRowid)
      })
    },
    hasTransaction: (signature: string) => positionOf(signature) !== undefined,
    findTransaction(signature: string): LedgerTransaction | undefined {
      const row = findBySignature.get(signature)
      return row && toTransaction(row)
    },
    transactionsInSlot: (slot: number): LedgerTransaction[] => findBySlot.all(slot).map(toTransaction),
    blockTimeOf: (slot: number) => findTime.get(slot)?.block_time as number | undefined,
    signaturesFor({ address, limit, newestSlot, before, until }: SignatureQuery): SignatureRow[] {
      const newest = before === undefined ? Number.MAX_SAFE_INTEGER : positionOf(before)
      if (newest === undefined) return []
      const oldest = (until !== undefined && positionOf(until)) || 0
      return listByAddress.all(address, newest, oldest, newestSlot, limit).map((row) => ({
        signature: row.signature as string,
        slot: row.slot as number,
        blockTime: row.block_time as number,
        memo: row.memo as string | null,
        err: JSON.parse(row.err as string),
      }))
    },
    countTransactions: () => count.get()?.count as number,
    last(): { slot: number; blockTime: number } {
      const row = findLast.get()
      return { slot: (row?.slot as number | null) ?? 0, blockTime: (row?.time as number | null) ?? 0 }
    },
    readState: (key: string) => readState.get(key)?.value as string | undefined,
    writeState: (key: string, value: string) => void writeState.run(key, value),
    close: () => db.close(),
  }
}

function toTransaction(row: Record<string, unknown>): LedgerTransaction {
  return {
    signature: row.signature as Signature,
    slot: row.slot as number,
    blockTime: row.block_time as number,
    version: row.version === 'legacy' ? 'legacy' : (Number(row.version) as TransactionVersion),
    wire: row.wire as Uint8Array,
    memo: row.memo as string | null,
    meta: JSON.parse(row.meta as string),
  }
}

function inTransaction(db: DatabaseSync, write: () => void): void {
  db.exec('begin immediate')
  try {
    write()
    db.exec('commit')
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

/** It holds the seeds of wallets. SQLite gives its other files the mode of this one. */
function keepFromOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}
