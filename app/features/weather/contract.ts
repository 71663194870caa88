import type { Language } from '../i18n/contract.ts'

export type Condition = 'sunny' | 'cloudy' | 'rainy' | 'snowy'

export type Weather = {
  condition: Condition
  temperature: number
  description: string
  source: 'forecast' | 'guess'
}

/** One month, in every language that a page can change to. */
export type MonthNames = Record<Language, string>

export const WEATHER_REFRESH_MS = 10 * 60_000
