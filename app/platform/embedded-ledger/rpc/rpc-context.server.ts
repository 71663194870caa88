import type { Commitment } from '@solana/kit'
import type { LedgerFaucet } from '../ledger/ledger-faucet.server.ts'
import type { LedgerMachine } from '../ledger/ledger-machine.server.ts'
import type { LedgerSlots } from '../ledger/ledger-slots.server.ts'
import type { LedgerStore, LedgerTransaction } from '../ledger/ledger-store.server.ts'
import { RpcError } from './rpc-error.server.ts'

export type Ledger = {
  store: LedgerStore
  slots: LedgerSlots
  machine: LedgerMachine
  faucet: LedgerFaucet
  /** Notifies the subscribers. */
  landed(transaction: LedgerTransaction): void
}

export type ContextConfig = { commitment: Commitment; minContextSlot?: number | undefined }

export function contextSlot(slots: LedgerSlots, { commitment, minContextSlot }: ContextConfig): number {
  const slot = slots.newest(commitment)
  if (minContextSlot !== undefined && slot < minContextSlot)
    throw new RpcError('minContextSlot', 'Minimum context slot has not been reached', { contextSlot: slot })
  return slot
}

export function inContext(slots: LedgerSlots, config: ContextConfig, value: unknown): object {
  return { context: { apiVersion: LEDGER_VERSION, slot: contextSlot(slots, config) }, value }
}

export const LEDGER_VERSION = '1.5.0-litesvm'
