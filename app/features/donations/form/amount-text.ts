import { MAX_LAMPORTS, MIN_LAMPORTS, parseSol } from '../contract.ts'

export type AmountFault = 'amountUnfit' | 'amountTooSmall' | 'amountTooLarge'

/** What is wrong with an amount; undefined if nothing is. */
export function findAmountFault(amount: string): AmountFault | undefined {
  const lamports = parseSol(amount)
  if (lamports === undefined) return isLong(amount) ? 'amountTooLarge' : 'amountUnfit'
  if (lamports === 0n) return 'amountUnfit'
  if (lamports < MIN_LAMPORTS) return 'amountTooSmall'
  return lamports > MAX_LAMPORTS ? 'amountTooLarge' : undefined
}

function isLong(amount: string): boolean {
  return /^\d{13,}([.,]\d*)?$/.test(amount.trim())
}

/**
 * Rewrites a pasted amount with a point as its only separator; undefined if it is not an amount. A single comma is a
 * decimal comma, as when typed. With two kinds of separators, the last one starts the decimals.
 */
export function readPastedAmount(text: string): string | undefined {
  const bare = text.replace(/\s|SOL|◎/giu, '')
  if (!/^\d*(?:[.,]\d*)*$/.test(bare) || !/\d/.test(bare)) return undefined
  const separators = bare.replace(/\d/g, '')
  if (separators.length <= 1) return bare.replace(',', '.')
  if (/^(.)\1+$/.test(separators)) return bare.replaceAll(/[.,]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  if (bare.indexOf(bare.charAt(last)) !== last) return undefined
  return `${bare.slice(0, last).replaceAll(/[.,]/g, '')}.${bare.slice(last + 1)}`
}
