import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { LEDGER_FILE } from './ledger/ledger-file.server.ts'
import { SEED_FILE } from './ledger/ledger-wallet.server.ts'

/** The files that a ledger is opened from. */
export const LEDGER_FILES = [LEDGER_FILE, SEED_FILE]

/** Copies a ledger that may be running. */
export async function copyLedger(from: string, to: string): Promise<void> {
  const ledger = new DatabaseSync(join(from, LEDGER_FILE), { readOnly: true })
  try {
    await backup(ledger, join(to, LEDGER_FILE))
  } finally {
    ledger.close()
  }
  await copyFile(join(from, SEED_FILE), join(to, SEED_FILE))
}
