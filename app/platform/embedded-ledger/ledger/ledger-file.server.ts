import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { lockFile } from '../../files/file-lock.server.ts'
import { CannotStart } from '../../settings/cannot-start.server.ts'

export const LEDGER_FILE = 'ledger.sqlite'

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
const TRANSACTION_COLUMNS = 'signature, slot, block_time as blockTime, version, wire, memo, meta'

/** For one process at a time; a backup may read it meanwhile. */
export function openLedgerFile(path: string) {
  const unlock = lockFile(`${path}-lock`)
  if (unlock === undefined) throw new CannotStart(`the ledger ${path} is in use by another process`)
  makePrivate(path)
  const db = new DatabaseSync(path)
  function close(): void {
    db.close()
    unlock?.()
  }
  try {
    // FULL: an answered transaction is on disk, whatever kills the process or the machine.
    db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${SCHEMA}`)
    return { db, close }
  } catch (error) {
    close()
    throw error
  }
}

/** It holds the seeds of wallets. SQLite gives its other files the mode of this one. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

export function prepareStatements(db: DatabaseSync) {
  return {
    listAccounts: db.prepare('select address, lamports, owner, executable, data from accounts'),
    saveAccount: db.prepare(
      `insert into accounts (address, lamports, owner, executable, data) values (?, ?, ?, ?, ?)
       on conflict (address) do update set lamports = excluded.lamports, owner = excluded.owner,
         executable = excluded.executable, data = excluded.data`,
    ),
    deleteAccount: db.prepare('delete from accounts where address = ?'),
    saveTransaction: db.prepare(
      `insert into transactions (signature, slot, block_time, version, wire, memo, err, meta)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    saveAddress: db.prepare('insert into transactions_by_address (address, position) values (?, ?)'),
    findBySignature: db.prepare(`select ${TRANSACTION_COLUMNS} from transactions where signature = ?`),
    findBySlot: db.prepare(
      `select ${TRANSACTION_COLUMNS} from transactions where slot = ? order by position`,
    ),
    findTime: db.prepare('select block_time as blockTime from transactions where slot = ? limit 1'),
    findPosition: db.prepare('select position from transactions where signature = ?'),
    listByAddress: db.prepare(
      `select t.signature, t.slot, t.block_time as blockTime, t.memo, t.err
       from transactions_by_address a join transactions t on t.position = a.position
       where a.address = ? and a.position < ? and a.position > ? and t.slot <= ?
       order by a.position desc limit ?`,
    ),
    findLast: db.prepare('select max(slot) as slot, max(block_time) as time from transactions'),
    countTransactions: db.prepare('select count(*) as count from transactions'),
    readState: db.prepare('select value from state where key = ?'),
    writeState: db.prepare(
      'insert into state (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    ),
  }
}

export function inTransaction(db: DatabaseSync, write: () => void): void {
  db.exec('begin immediate')
  try {
    write()
    db.exec('commit')
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}
