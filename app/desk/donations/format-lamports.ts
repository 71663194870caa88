const WHOLE = new Intl.NumberFormat('en')

export function formatLamports(lamports: string): string {
  return WHOLE.format(BigInt(lamports))
}
