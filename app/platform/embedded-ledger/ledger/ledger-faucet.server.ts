import { randomBytes } from 'node:crypto'
import {
  type Address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { readWireTransaction, type WireTransaction } from '../transactions/wire-transaction.server.ts'
import type { LedgerMachine } from './ledger-machine.server.ts'
import { randomBlockhash } from './ledger-slots.server.ts'
import type { LedgerStore } from './ledger-store.server.ts'

export type LedgerFaucet = Awaited<ReturnType<typeof openFaucet>>

/** Far below 2^53, so that every balance stays exact in JSON. */
const FAUCET_LAMPORTS = 5_000_000_000_000_000n

/** The source of all lamports; it pays with real transactions, so that an airdrop has a history. */
export async function openFaucet(store: LedgerStore, machine: LedgerMachine) {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(keptSeed(store, 'faucet-seed'))
  if (!machine.account(signer.address)) machine.mint(signer.address, FAUCET_LAMPORTS)
  return {
    address: signer.address,
    async signTransfer(to: Address, lamports: bigint): Promise<WireTransaction> {
      const transfer = getTransferSolInstruction({ source: signer, destination: to, amount: lamports })
      // A random blockhash, so that two equal airdrops in one slot are two transactions.
      const lifetime = { blockhash: randomBlockhash(), lastValidBlockHeight: 0n }
      const transaction = await signTransactionMessageWithSigners(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayerSigner(signer, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
          (message) => appendTransactionMessageInstructions([transfer], message),
        ),
      )
      return readWireTransaction(Uint8Array.from(getTransactionEncoder().encode(transaction)))
    },
  }
}

/** A seed, created at the first call and kept in the store. */
export function keptSeed(store: LedgerStore, key: string): Uint8Array {
  const kept = store.readState(key)
  if (kept !== undefined) return Uint8Array.from(Buffer.from(kept, 'hex'))
  const seed = randomBytes(32)
  store.writeState(key, seed.toString('hex'))
  return Uint8Array.from(seed)
}
