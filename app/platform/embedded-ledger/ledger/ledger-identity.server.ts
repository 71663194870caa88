import { randomBytes } from 'node:crypto'
import { type Address, createKeyPairSignerFromPrivateKeyBytes, getBase58Decoder } from '@solana/kit'
import { keptSeed } from './ledger-faucet.server.ts'
import type { LedgerStore } from './ledger-store.server.ts'

/** The receiving address for operators without one; its seed is created once and kept with the ledger. */
export async function ownAddressOf(store: LedgerStore): Promise<Address> {
  return (await createKeyPairSignerFromPrivateKeyBytes(keptSeed(store, 'own-seed'))).address
}

/** Unique per ledger, so that nobody takes it for a public cluster. */
export function genesisHashOf(store: LedgerStore): string {
  const kept = store.readState('genesis-hash')
  if (kept !== undefined) return kept
  const made = getBase58Decoder().decode(randomBytes(32))
  store.writeState('genesis-hash', made)
  return made
}
