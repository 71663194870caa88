import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'
import { writeDurably } from '../../files/data-folder.server.ts'

export const SEED_FILE = 'wallet-seed'
const SEED_TEXT = /^[0-9a-f]{64}$/

/** The wallet with play money of every ledger. */
export async function readLedgerWallet(folder: string): Promise<KeyPairSigner> {
  const seed = (await readFile(join(folder, SEED_FILE), 'utf8')).trim()
  if (!SEED_TEXT.test(seed)) throw new Error(`${join(folder, SEED_FILE)} is not a wallet's seed`)
  return createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(Buffer.from(seed, 'hex')))
}

export async function readOrMakeLedgerWallet(folder: string): Promise<KeyPairSigner> {
  const path = join(folder, SEED_FILE)
  try {
    return await readLedgerWallet(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await writeDurably(path, randomBytes(32).toString('hex'))
  return readLedgerWallet(folder)
}
