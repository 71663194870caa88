/** Whole dollars as such, others to the cent. */
export function formatUsd(language: string, usd: number): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: Number.isInteger(usd) ? 0 : 2,
  }).format(usd)
}
