import type { Condition, Weather } from './contract.ts'

const RAINY = new Set([51, 53, 55, 61, 63, 65, 80, 81, 82])
const SNOWY = new Set([71, 73, 75, 77, 85, 86])
const SUNNY = 0

const COLDEST = -90
const HOTTEST = 60

const DESCRIPTIONS: Record<Condition, string> = {
  sunny: 'Clear sky',
  cloudy: 'Clouds over the city',
  rainy: 'Rain',
  snowy: 'Snow',
}

export function conditionOf(code: number): Condition {
  if (code === SUNNY) return 'sunny'
  if (RAINY.has(code)) return 'rainy'
  if (SNOWY.has(code)) return 'snowy'
  return 'cloudy'
}

/** The current weather in the service's answer; undefined when it makes no sense. */
export function judgeForecast(answer: unknown): Weather | undefined {
  const { temperature, weathercode } = currentWeatherOf(answer)
  if (typeof temperature !== 'number' || !(temperature >= COLDEST && temperature <= HOTTEST)) return undefined
  if (!Number.isInteger(weathercode)) return undefined
  const condition = conditionOf(weathercode as number)
  return { condition, temperature, description: DESCRIPTIONS[condition], source: 'forecast' }
}

function currentWeatherOf(answer: unknown): { temperature?: unknown; weathercode?: unknown } {
  const current =
    typeof answer === 'object' && answer !== null && 'current_weather' in answer && answer.current_weather
  return typeof current === 'object' && current !== null ? current : {}
}

const TALLINN_MONTH = new Intl.DateTimeFormat('en', { month: 'numeric', timeZone: 'Europe/Tallinn' })

export function monthInTallinn(now: number): number {
  return Number(TALLINN_MONTH.format(now))
}

/** For when there is no forecast. The month in Tallinn, 1 to 12. */
export function guessFromMonth(month: number): Weather {
  const [condition, temperature] = usualIn(month)
  return { condition, temperature, description: DESCRIPTIONS[condition], source: 'guess' }
}

function usualIn(month: number): [Condition, number] {
  if (month === 12 || month <= 3) return ['snowy', -2]
  if (month >= 7 && month <= 9) return ['sunny', 22]
  return ['cloudy', 15]
}
