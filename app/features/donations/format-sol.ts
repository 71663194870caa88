const FINEST = 9

/** Purple to mint, as dark or as light as the theme needs to be read. */
export const SOL_GRADIENT = 'bg-linear-to-r from-[#7b2ff2] to-[#08764c] dark:from-[#b78dff] dark:to-[#14f195]'

/** All that is there, to the lamport. */
export function formatSol(language: string, amount: number, minDecimals = 0): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: FINEST,
  }).format(amount)
}

export function formatTotal(language: string, total: number): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(total)
}
