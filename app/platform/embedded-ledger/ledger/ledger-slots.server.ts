import { randomBytes } from 'node:crypto'
import { type Blockhash, type Commitment, getBase58Decoder } from '@solana/kit'
import type { Clock } from '../../clock.ts'
import type { LedgerStore } from './ledger-store.server.ts'

type SlotOptions = { store: LedgerStore; clock: Clock; firstSlot: number; finalizedAfterSlots: number }
export type LedgerSlots = ReturnType<typeof createSlots>

const BLOCKHASH_LIFE_SLOTS = 150
const CONFIRMED_AFTER_SLOTS = 1
/** Slots come from a block reserved on disk: none is used twice, with one write per 64 slots. */
const RESERVED_SLOTS = 64
const STATE_KEY = 'reserved-slot'

/** Slots, block times and blockhashes. Commitment is the age of a slot. */
export function createSlots(options: SlotOptions) {
  const { store, clock } = options
  const last = store.last()
  let reserved = Number(store.readState(STATE_KEY) ?? 0)
  let slot = Math.max(options.firstSlot, last.slot, reserved)
  let blockTime = last.blockTime
  /** Newest last. */
  const hashes = new Map<string, number>()
  const depths: Record<Commitment, number> = {
    processed: 0,
    confirmed: CONFIRMED_AFTER_SLOTS,
    finalized: Math.max(options.finalizedAfterSlots, CONFIRMED_AFTER_SLOTS),
  }

  function advance(): number {
    if (slot + 1 >= reserved) {
      store.writeState(STATE_KEY, String(slot + RESERVED_SLOTS))
      reserved = slot + RESERVED_SLOTS
    }
    slot += 1
    blockTime = Math.max(blockTime, Math.floor(clock.now() / 1000))
    // Random: LiteSVM's own repeat after a restart, so that a new payment could equal an old one.
    hashes.set(randomBlockhash(), slot)
    for (const [hash, from] of hashes) {
      if (from + BLOCKHASH_LIFE_SLOTS >= slot) break
      hashes.delete(hash)
    }
    return slot
  }
  // Programs ask for the hashes of confirmed and finalized slots, from the first transaction on.
  for (let before = slot - depths.finalized; before <= slot; before += 1)
    hashes.set(randomBlockhash(), before)
  advance()

  return {
    advance,
    current: () => slot,
    blockTime: () => blockTime,
    depth: (commitment: Commitment) => depths[commitment],
    /** The newest slot that has reached the commitment. */
    newest: (commitment: Commitment) => slot - depths[commitment],
    commitmentOf(of: number): Commitment {
      if (slot - of >= depths.finalized) return 'finalized'
      return slot - of >= depths.confirmed ? 'confirmed' : 'processed'
    },
    latestBlockhash(): { blockhash: Blockhash; lastValidBlockHeight: number } {
      const [hash, from] = [...hashes].at(-1) ?? ['', slot]
      return { blockhash: hash as Blockhash, lastValidBlockHeight: from + BLOCKHASH_LIFE_SLOTS }
    },
    isRecent: (hash: string) => hashes.has(hash),
    recentHashes: () =>
      [...hashes].reverse().map(([hash, from]) => ({ slot: from, hash: hash as Blockhash })),
    keep: () => store.writeState(STATE_KEY, String(slot)),
  }
}

export function randomBlockhash(): Blockhash {
  return getBase58Decoder().decode(randomBytes(32)) as Blockhash
}
