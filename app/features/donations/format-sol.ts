import { formatDecimal } from '../../platform/browser/format-number.ts'

const LAMPORT_DECIMALS = 9

/** Purple to mint, in shades that are readable in each theme. */
export const SOL_GRADIENT = 'bg-linear-to-r from-[#7b2ff2] to-[#08764c] dark:from-[#b78dff] dark:to-[#14f195]'

/** Exact to the lamport. */
export function formatSol(language: string, amount: number): string {
  return formatDecimal(language, amount, 0, LAMPORT_DECIMALS)
}

export function formatTotal(language: string, total: number): string {
  return formatDecimal(language, total, 4, 4)
}
