import type { ChainTransaction } from './judge-transfer.ts'

/** The signers whose own balance paid for the donation. A relayer, which only pays the fee, is not a payer. */
export function findPayers(transaction: ChainTransaction, lamports: bigint): string[] {
  const { accounts, signerCount, balancesBefore, balancesAfter } = transaction
  return accounts
    .slice(0, signerCount)
    .filter((_, place) => (balancesBefore[place] ?? 0n) - (balancesAfter[place] ?? 0n) >= lamports)
}
