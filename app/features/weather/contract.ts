export type Condition = 'sunny' | 'cloudy' | 'rainy' | 'snowy'

export type Weather = {
  condition: Condition
  temperature: number
  description: string
  source: 'forecast' | 'guess'
}

export const WEATHER_REFRESH_MS = 10 * 60_000
