/** In whole degrees; just below zero is 0, not -0. */
export function formatCelsius(language: string, degrees: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'celsius' }).format(Math.round(degrees) || 0)
}
