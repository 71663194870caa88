import { formatNumber } from '../../platform/browser/format-number.ts'

const GAPS: Record<string, string> = { es: ' ', fr: '\u202f', de: ' ', ru: ' ' }

/** In whole degrees; just below zero is 0, not -0. */
export function formatCelsius(language: string, degrees: number): string {
  return `${formatNumber(language, Math.round(degrees) || 0)}${GAPS[language] ?? ''}°C`
}
