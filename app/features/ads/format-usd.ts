import { formatDecimal } from '../../platform/browser/format-number.ts'

const SIGN_FIRST = new Set(['en', 'zh'])

/** Whole dollars as such, others to the cent. */
export function formatUsd(language: string, usd: number): string {
  const decimals = Number.isInteger(usd) ? 0 : 2
  const amount = formatDecimal(language, usd, decimals, decimals)
  return SIGN_FIRST.has(language) ? `$${amount}` : `${amount}\u00a0$`
}
