import type { SolanaNetwork } from './contract.ts'

/** No explorer shows a local ledger. */
export function explorerUrl(txHash: string, network: SolanaNetwork): string {
  const address = `https://explorer.solana.com/tx/${encodeURIComponent(txHash)}`
  return network === 'mainnet' ? address : `${address}?cluster=${network}`
}
