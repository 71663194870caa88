import type { Address } from '@solana/kit'
import type { LedgerAccount } from '../ledger/ledger-store.server.ts'

/** The accounts that changed in each of the last slots, in the state that the slot left them in. */
export function createAccountChanges() {
  const slots = new Map<number, Map<Address, LedgerAccount>>()
  return {
    add(slot: number, accounts: readonly LedgerAccount[]): void {
      const changed = slots.get(slot) ?? new Map<Address, LedgerAccount>()
      for (const account of accounts) changed.set(account.address, account)
      slots.set(slot, changed)
    },
    inSlot: (slot: number): LedgerAccount[] => [...(slots.get(slot)?.values() ?? [])],
    forgetUpTo(slot: number): void {
      for (const past of slots.keys()) if (past <= slot) slots.delete(past)
    },
  }
}
